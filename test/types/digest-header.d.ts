declare module "digest-header" {
  /** The value of Authorization for a challenge; `userpass` is `name:password`. */
  export default function digestAuthHeader(
    method: string,
    uri: string,
    wwwAuthenticate: string,
    userpass: string,
  ): string;
}
