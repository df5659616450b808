import { type Command, Option } from 'commander';
import {
  type MemberColor,
  memberColor,
  type MemberRole,
  memberRole,
  type WorkspaceMember,
} from '#contract/workspace/members.ts';
import type { Pool } from '../../service/db/pool.ts';
import { StartError } from '../../service/db/start-error.ts';
import { addMember, invite, listMembers, updateMember } from '../../service/workspace/members.ts';
import { readEnvironment } from '../environment.ts';
import { type OpenDatabase, parseName, printResult } from './command.ts';
import { withWorkspace, withWorkspaceAccount, type WorkspaceOptions } from './workspace-account.ts';

type Options = WorkspaceOptions & { json?: true };
type InviteOptions = Options & { name: string; role: MemberRole; color?: MemberColor; ownName?: string };

/** Adds `members`: list, invite, link, role, color, remove and restore. */
export function registerMemberCommands(program: Command, openDatabase: OpenDatabase): void {
  const members = program.command('members').description('List, invite, change and remove members of a workspace');
  withWorkspace(members.command('list'))
    .description('List the members with their roles')
    .option('--json', 'print JSON')
    .action(async ({ account, ...output }: Options) => {
      const found = await withWorkspaceAccount(openDatabase, account, listMembers);
      printResult(
        found,
        found.map(
          (member) =>
            `${member.id}  ${member.role.padEnd(6)}  ${member.color.padEnd(6)}  ${describeState(member)}  ${member.name}`,
        ),
        output,
      );
    });
  registerInvite(members, openDatabase);
  withMember(members.command('link'))
    .description('Print a new link for a member, such as for a second browser; the one before ends')
    .action(async (member: string, { account, ...output }: Options) => {
      const made = await withWorkspaceAccount(openDatabase, account, async (sql, accountId) =>
        invite(sql, accountId, await findMemberId(sql, accountId, member)),
      );
      if (!made) throw new StartError('A removed member cannot be invited.', 'Run "members restore" first.');
      printInvitation(made, output);
    });
  registerChanges(members, openDatabase);
}

function registerInvite(members: Command, openDatabase: OpenDatabase): void {
  withWorkspace(members.command('invite'))
    .description('Invite a member: prints a link that works once')
    .requiredOption('--name <name>', 'what colleagues call them', parseName)
    .addOption(new Option('--role <role>', 'what they may do').choices(memberRole.options).default('member'))
    .addOption(
      new Option('--color <color>', 'color next to the name (default: the next one)').choices(memberColor.options),
    )
    .option('--own-name <name>', 'with the first invitation: what colleagues call the owner', parseName)
    .option('--json', 'print JSON')
    .action(async ({ account, name, role, color, ownName, ...output }: InviteOptions) => {
      const made = await withWorkspaceAccount(openDatabase, account, (sql, accountId) =>
        addMember(sql, accountId, { name, role, color, own_name: ownName }),
      );
      printInvitation(made, output);
    });
}

function registerChanges(members: Command, openDatabase: OpenDatabase): void {
  const change = async (
    { account, ...output }: Options,
    member: string,
    changed: { role?: MemberRole; color?: MemberColor; removed?: boolean },
    words: string,
  ) => {
    const updated = await withWorkspaceAccount(openDatabase, account, async (sql, accountId) =>
      updateMember(sql, accountId, await findMemberId(sql, accountId, member), changed),
    );
    if (updated === 'kept') {
      throw new StartError('The first owner stays the owner.', 'Their keys are those of the account: "keys disable".');
    }
    if (updated) printResult(updated, `${updated.name} ${words}.`, output);
  };
  withMember(members.command('role'))
    .description('Change what a member may do')
    .argument('<role>', memberRole.options.join(', '))
    .action(async (member: string, role: string, options: Options) => {
      const { data } = memberRole.safeParse(role);
      if (!data) throw new StartError(`"${role}" is not a role.`, `Give ${memberRole.options.join(', ')}.`);
      await change(options, member, { role: data }, `is now ${data}`);
    });
  withMember(members.command('color'))
    .description('Change the color next to a name')
    .argument('<color>', memberColor.options.join(', '))
    .action(async (member: string, color: string, options: Options) => {
      const { data } = memberColor.safeParse(color);
      if (!data) throw new StartError(`"${color}" is not a color.`, `Give ${memberColor.options.join(', ')}.`);
      await change(options, member, { color: data }, `is now ${data}`);
    });
  withMember(members.command('remove'))
    .description("Reject a member's browsers from now on; their entries are kept")
    .action((member: string, options: Options) => change(options, member, { removed: true }, 'is removed'));
  withMember(members.command('restore'))
    .description('Accept a removed member again')
    .action((member: string, options: Options) => change(options, member, { removed: false }, 'is a member again'));
}

const withMember = (command: Command): Command =>
  withWorkspace(command).argument('<member>', 'id or name', parseName).option('--json', 'print JSON');

async function findMemberId(sql: Pool, accountId: string, idOrName: string): Promise<string> {
  const members = await listMembers(sql, accountId);
  const found = members.filter(({ id, name }) => id === idOrName.toLowerCase() || name === idOrName);
  if (found.length === 1 && found[0]) return found[0].id;
  throw found.length > 1
    ? new StartError(`${found.length} members are named "${idOrName}".`, 'Use an id of "members list".')
    : new StartError(`There is no member "${idOrName}".`, 'Run "members list" to see all members.');
}

function describeState({ removed_at, joined_at, invited_until }: WorkspaceMember): string {
  if (removed_at) return `removed ${removed_at.slice(0, 10)}`;
  if (joined_at) return `joined ${joined_at.slice(0, 10)}`;
  return `invited until ${invited_until?.slice(0, 10)}`;
}

function printInvitation(
  { member, token }: { member: WorkspaceMember; token: string },
  output: { json?: true | undefined },
): void {
  const link = `${readEnvironment(process.env).publicUrl}/join#${token}`;
  printResult({ member, link }, [link, `It works once, until ${member.invited_until?.slice(0, 10)}.`], output);
}
