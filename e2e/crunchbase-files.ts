import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The files of one import of the October 2013 export, real or made. */
export interface CrunchbaseFiles {
  name: string;
  folder: string;
  /** Further arguments of the import. */
  options: string[];
}

/** A round as this reading finds it. */
export interface SourceRound {
  day: string;
  company: string;
  raised: string;
}

/**
 * The real files next to the project when they exist; otherwise a small set in the same layout, written to `folder`.
 * On the build machine, which has the shared folder, missing files are an error.
 */
export async function findCrunchbaseFiles(folder: string): Promise<CrunchbaseFiles> {
  const shared = resolve(import.meta.dirname, '../../shared');
  const real = join(shared, 'data/crunchbase-oct2013');
  if (existsSync(real)) {
    const tuples = join(shared, 'data/crunchbase-vc-tuples-2014/vc-startup-financing-time.tsv.gz');
    const places = join(shared, 'data/reference');
    return { name: 'the real export', folder: real, options: ['--investors', tuples, '--places', places] };
  }
  if (process.env['CI'] === 'true' && existsSync(shared)) throw new Error(`${real} is missing`);
  await writeSmallSet(folder);
  return { name: 'a small set in its layout', folder, options: [] };
}

/** Distinct rows of the rounds file that satisfy a condition, read by nothing but this function. */
export async function readSourceRounds(
  { folder }: CrunchbaseFiles,
  wanted: (cells: Record<string, string>) => boolean,
): Promise<SourceRound[]> {
  const packed = join(folder, 'crunchbase-rounds.csv.gz');
  const bytes = existsSync(packed)
    ? gunzipSync(await readFile(packed))
    : await readFile(join(folder, 'crunchbase-rounds.csv'));
  const [head = '', ...lines] = new TextDecoder('macintosh').decode(bytes).split('\r');
  const names = splitCells(head);
  return [...new Set(lines.filter((line) => line !== ''))]
    .map((line) => {
      const cells = splitCells(line);
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
    })
    .filter(wanted)
    .map((cells) => ({
      day: cells['funded_at'] ?? '',
      company: cells['company_name'] ?? '',
      raised: cells['raised_amount_usd'] ?? '',
    }));
}

/** The cells of one line; a quoted cell may hold commas and doubled quotes. */
function splitCells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

async function writeSmallSet(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const companies = ['Anvil Café,software,CA,Palo Alto', 'Birch,enterprise,CA,San Jose', 'Cinder,web,CA,Oakland'].map(
    (text) => text.split(','),
  );
  const companyRows = companies.map(
    ([name = '', code, state, city]) =>
      `/company/${toSlug(name)},${name},${code},,operating,USA,${state},,${city},2,,,,,2012-01-01,2013-01-01,`,
  );
  const roundRows = companies.flatMap(([name = '', code, state, city]) =>
    [
      ['series-a', '2012-01-01', '1500000'],
      ['series-a', '2013-10-01', ''],
      ['series-a', '2011-12-31', '900000'],
      ['series-b', '2013-01-01', '7000000'],
    ].map(
      ([type, day = '', raised]) =>
        `/company/${toSlug(name)},${name},${code},USA,${state},,${city},${type},${day},,,${day.slice(0, 4)},${raised}`,
    ),
  );
  const heads = {
    companies:
      'permalink,name,category_code,funding_total_usd,status,country_code,state_code,region,city,funding_rounds,founded_at,founded_month,founded_quarter,founded_year,first_funding_at,last_funding_at,last_milestone_at',
    rounds:
      'company_permalink,company_name,company_category_code,company_country_code,company_state_code,company_region,company_city,funding_round_type,funded_at,funded_month,funded_quarter,funded_year,raised_amount_usd',
  };
  const write = (name: string, rows: string[]) =>
    writeFile(join(folder, `crunchbase-${name}.csv`), Buffer.from(rows.join('\r').replaceAll('é', '\x8e'), 'latin1'));
  await write('companies', [heads.companies, ...companyRows]);
  await write('rounds', [heads.rounds, ...roundRows]);
}

const toSlug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
