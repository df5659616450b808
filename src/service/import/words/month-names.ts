import { buildNameKey } from '../../db/name-key.ts';

/** The names of each month, with their short forms, in the languages of most tables. */
const monthNames: readonly string[] = [
  `jan january januar janner jänner janvier janv januari enero ene janeiro gennaio gen ocak oca января январь янв जनवरी يناير كانون জানুয়ারি
  جنوری styczen stycznia sty tammikuu`,
  `feb february febr februar feber fevrier fevr fev février februari febrero fevereiro febbraio subat şubat sub февраля февраль фев फ़रवरी फरवरी فبراير
  ফেব্রুয়ারি فروری luty lutego lut helmikuu`,
  `mar march marz märz mrz mars maart mrt marzo março marco mart марта март мар मार्च مارس মার্চ مارچ marzec marca maret maaliskuu`,
  `apr april avril avr abril abr aprile nisan nis апреля апрель апр अप्रैल أبريل ابريل এপ্রিল اپریل kwiecien kwietnia kwi huhtikuu`,
  `may mai mei mayo maio maj maggio mag mayis mayıs мая май मई مايو মে مئی maja toukokuu`,
  `jun june juni juin junio junho giugno giu haziran haz июня июнь июн जून يونيو জুন جون czerwiec czerwca cze kesakuu`,
  `jul july juli juillet juil julio julho luglio lug temmuz tem июля июль июл जुलाई يوليو জুলাই جولائی lipiec lipca lip heinakuu`,
  `aug august aout août agosto ago augustus agustos ağustos agu augusti августа август авг अगस्त أغسطس আগস্ট اگست sierpien sierpnia sie agustus elokuu`,
  `sep sept september septembre septiembre setembro set settembre eylul eylül eyl сентября сентябрь сен сент सितंबर सितम्बर سبتمبر সেপ্টেম্বর ستمبر
  wrzesien wrzesnia wrz syyskuu`,
  `oct october okt oktober octobre octubre outubro out ottobre ott ekim eki октября октябрь окт अक्टूबर أكتوبر অক্টোবর اکتوبر pazdziernik
  pazdziernika paz lokakuu`,
  `nov november novembre noviembre novembro kasim kasım kas ноября ноябрь ноя नवंबर नवम्बर نوفمبر নভেম্বর نومبر listopad listopada lis marraskuu nopember`,
  `dec december dez dezember decembre décembre dic diciembre dezembro dicembre aralik aralık ara декабря декабрь дек दिसंबर दिसम्बर ديسمبر
  ডিসেম্বর دسمبر grudzien grudnia gru desember joulukuu`,
];

const months = new Map(
  monthNames.flatMap((names, place) => names.split(/\s+/).map((name) => [buildNameKey(name), place + 1] as const)),
);

/** The number of a month by its name, with or without a point at the end; undefined for any other word. */
export const parseMonthName = (word: string): number | undefined => months.get(buildNameKey(word));
