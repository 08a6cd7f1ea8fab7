import { plainLetters } from "../text/normal-form.js";

/** Recognizes passwords of which a guesser tries every one: common words, runs of keys, and digits around them. */

/** Words of common passwords in several languages, written without accents. */
const words: ReadonlySet<string> = new Set(
  `
  password passwort passwd pass kennwort motdepasse contrasena clave senha parola wachtwoord haslo heslo losenord salasana sifre
  admin administrator root user username guest login logon welcome willkommen bienvenue benvenuto bienvenido letmein changeme change
  default secret geheim segreto secreto test tester testing demo sample example temp temporary access enter open sesame please
  master monkey dragon shadow sunshine princess prinzessin prinses principessa football fussball futbol baseball basketball hockey
  soccer tennis golf superman batman spiderman starwars pokemon naruto minecraft fortnite matrix mustang ferrari porsche mercedes
  harley yamaha corvette jaguar toyota honda love lover loveyou iloveyou tequiero jetaime ichliebedich tiamo amor amore hello hallo
  hola bonjour salut ciao hi hey freedom whatever nothing something forever friend friends freunde happy lucky lovely sweet blessed
  smile angel angels jesus christ god heaven faith hope peace trust trustno michael jennifer jordan hunter buster thomas robert
  daniel andrew joshua ashley nicole jessica amanda charlie george william james john david peter paul anna maria julia laura sarah
  sophie emma martin stefan andreas alexander christian sebastian florian patrick kevin justin matthew anthony samantha elizabeth
  michelle melissa hannah jasmine summer winter spring autumn fall sommer herbst fruehling verano invierno january february march
  april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday company
  firma office buero server service services system systems network internet computer laptop windows linux ubuntu apple google
  facebook twitter instagram youtube amazon microsoft samsung nokia iphone android messenger message messages sms mms text mobile
  phone handy telefon support manager management operator console portal customer account accounts money cash credit bank business
  liverpool chelsea arsenal barcelona madrid juventus milan london paris berlin vienna wien zurich rome roma tokyo moscow newyork
  america england canada germany deutschland france espana italia austria oesterreich schweiz europe africa texas california killer
  ninja cookie chocolate cheese banana orange apples cherry strawberry pepper ginger flower flowers family familie mother mama father
  papa brother sister baby babygirl babyboy girl girls boy boys diamond silver golden gold purple yellow green blue black white red
  pink rainbow butterfly snoopy tigger bailey maggie kitty cat dog doggy puppy kitten panda tiger lion eagle wolf bear horse fish
  music guitar piano rockyou rock star stars moon sun sky fire water earth wind thunder lightning storm snow rain crystal phoenix
  the and my is it this that your you our we me mine new old one two three big good best great super top nice cool hot for with
  abc asd qwe qaz wsx edc xyz zxc
  `
    .trim()
    .split(/\s+/u),
);

const longestWord = Math.max(...[...words].map((word) => word.length));

/** Keys and letters in their order; passwords run along them in both directions. */
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "qsdfghjklm",
  "zxcvbnm",
  "yxcvbnm",
  "wxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "!@#$%^&*()",
].flatMap((row) => [row, Array.from(row).reverse().join("")]);

/** Shortest run of keys, and of one letter, that costs a guesser nothing. */
const shortestRun = 3;

/** Digits and signs that a guesser tries around words. */
const mostFree = 6;

/** Signs that are written for letters. */
const letters: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
  "+": "t",
};

const spelled = (text: string): string => Array.from(text, (sign) => letters[sign] ?? sign).join("");

/** Length of the longest run of keys, or of one sign, at a place; 0 for none. */
function runAt(text: string, start: number): number {
  let longest = 0;
  const first = text[start];
  for (let end = start + shortestRun; end <= text.length; end++) {
    const run = text.slice(start, end);
    if (!rows.some((row) => row.includes(run)) && run !== (first ?? "").repeat(run.length)) break;
    longest = run.length;
  }
  return longest;
}

/** Fewest signs between words and runs; undefined if letters are left over. */
function fewestFree(text: string, isWord: (word: string) => boolean): number | undefined {
  const free: (number | undefined)[] = [0];
  const reach = (end: number, count: number): void => {
    free[end] = Math.min(free[end] ?? Infinity, count);
  };
  for (let start = 0; start < text.length; start++) {
    const count = free[start];
    if (count === undefined) continue;
    const sign = text[start] ?? "";
    if (!/\p{L}/u.test(sign)) reach(start + 1, count + 1);
    for (let length = shortestRun, run = runAt(text, start); length <= run; length++)
      reach(start + length, count);
    if (/^(?:19|20)\d\d/u.test(text.slice(start, start + 4))) reach(start + 4, count);
    for (let length = 2; length <= longestWord && start + length <= text.length; length++) {
      const piece = text.slice(start, start + length);
      if (isWord(piece) || isWord(spelled(piece))) reach(start + length, count);
    }
  }
  return free[text.length];
}

/** `xoxoxoxoxoxo`: a piece of at most four signs again and again. */
const isRepeated = (text: string): boolean => /^(.{1,4}?)\1{2,}.{0,3}$/u.test(text);

/**
 * Whether a password consists of common words, runs of keys, years, and a few digits and signs.
 * @param names words that are common for this person: of the user, of the company
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const text = plainLetters(password).slice(0, 200);
  const own = new Set(
    names.flatMap((name) => plainLetters(name).split(/[^\p{L}]+/u)).filter((name) => name.length > 2),
  );
  const free = fewestFree(text, (word) => words.has(word) || own.has(word));
  return isRepeated(text) || (free !== undefined && free <= mostFree);
}

/** Fewest characters of a password that is chosen on a page, for programs. */
export const shortestChosenPassword = 8;

/** What is wanted in place of a common password, for errors. */
export const wantedPassword =
  "use one that is not common, for example four words that have nothing in common";
