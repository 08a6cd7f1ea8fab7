import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { bounded, normalForm } from "../domain/text/normal-form.js";

/** Longest password, in bytes of UTF-8; a longer one is never right. */
export const maxPasswordBytes = 1024;

/** Parameters of scrypt: they determine the work and memory of a hash. */
export interface HashCost {
  /** Binary logarithm of the cost N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** Cost of new hashes: a row of the OWASP Password Storage Cheat Sheet for scrypt, 32 MiB of memory and some 200 ms of one core. */
export const hashCost: HashCost = { ln: 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

/** Maximum memory of scrypt, whatever the parameters of a stored hash. */
const maxMemory = 256 * 1024 * 1024;

interface StoredHash extends HashCost {
  readonly salt: Buffer;
  readonly key: Buffer;
}

const form =
  /^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3})\$(?<salt>[\w+/]{8,128})\$(?<key>[\w+/]{22,128})$/u;

function parse(hash: string): StoredHash | undefined {
  const groups = form.exec(hash)?.groups;
  if (groups === undefined) return undefined;
  const { ln, r, p, salt = "", key = "" } = groups;
  return {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/u, "");
}

function derive(password: string, salt: Buffer, length: number, { ln, r, p }: HashCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: maxMemory };
  return new Promise((resolve, reject) => {
    scrypt(normalForm(password), salt, length, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Lower-case form of a password, for comparison without regard to case. */
export function foldPassword(password: string): string {
  return normalForm(bounded(password, maxPasswordBytes)).toLowerCase();
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(normalForm(bounded(password, maxPasswordBytes))) > maxPasswordBytes;
}

/**
 * Hashes a password for storage: scrypt with a random salt, as `$scrypt$ln=15,r=8,p=3$salt$hash` (PHC string format,
 * base64 without padding). Upper and lower case matter; Unicode is normalised to NFC.
 * @throws RangeError when the password has more than `maxPasswordBytes`.
 */
export async function hashPassword(password: string, cost = hashCost): Promise<string> {
  if (isTooLong(password)) throw new RangeError(`a password must have at most ${maxPasswordBytes} bytes`);
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, keyBytes, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${base64(salt)}$${base64(key)}`;
}

/** Compared with a password if there is no stored hash; it matches none. */
const nobody = { salt: randomBytes(saltBytes), key: randomBytes(keyBytes) };

/** Work of a hash in passes over one block of 1 KiB. */
function workOf({ ln, r, p }: HashCost): number {
  return (2 ** ln * r * p) / 8;
}

/** Returns whether a stored hash takes less work than a new one. */
export function isOutdated(hash: string, cost = hashCost): boolean {
  const stored = parse(hash);
  return stored !== undefined && workOf(stored) < workOf(cost);
}

/** Adds the work that an outdated hash lacks, so that the response time does not reveal that the user exists. */
async function makeUp(stored: HashCost, cost: HashCost): Promise<void> {
  const p = Math.round((workOf(cost) - workOf(stored)) / workOf({ ...cost, p: 1 }));
  if (p > 0) await derive("", nobody.salt, keyBytes, { ...cost, p });
}

/**
 * Returns whether a password is the one that was hashed. Takes as long as a hash with `cost`, even if there is no hash
 * (undefined), the hash is outdated or invalid, or the password is too long.
 */
export async function isPassword(
  password: string,
  hash: string | undefined,
  cost = hashCost,
): Promise<boolean> {
  const stored = hash === undefined ? undefined : parse(hash);
  const usable = stored !== undefined && !isTooLong(password);
  const { salt, key, ...parameters } = usable ? stored : { ...cost, ...nobody };
  const derived = await derive(usable ? password : "", salt, key.length, parameters);
  await makeUp(parameters, cost);
  return timingSafeEqual(derived, key) && usable;
}
