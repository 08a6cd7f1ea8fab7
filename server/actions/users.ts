import type { Store } from "../ports/store.js";
import { hashesFor, type PasswordRule, ruledPassword } from "../admin/passwords.js";
import { expectDone, unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { userNameOf } from "../admin/values.js";
import { type AccessState, type User, userNameKey } from "../domain/accounts/accounts.js";
import { shortestChosenPassword } from "../domain/accounts/common-passwords.js";
import { shortestPortalPassword } from "../domain/accounts/portal-users.js";
import { customerFilter, customerKey } from "./account-fields.js";
import { action, type ActionFacts, card, list, type Subject } from "./action.js";
import { flag, changesIn, key, onOff, optional, password, required, text } from "./fields.js";
import { described } from "./members.js";
import { inviteUser, listPortalUsers, setPortalRole } from "./portal-users.js";

/** A user as the commands print it. */
export type UserRow = ReturnType<typeof rowOf>;

const rowOf = ({ customerId, ...user }: User) => ({ customer: customerId, ...user });

const may = { operator: "admin", portal: "manage", identity: "recent" } as const;

const keys = { customer: customerKey, name: key };

const columns = ["customer", "name", "state", "inboxActive"] as const;
const members = described(columns);

const allowWeak = flag(
  undefined,
  "accept a password that is short or common; it is recorded, and doctor names the user",
);

const newPassword = password("Password", undefined, {
  hint: `at least ${shortestChosenPassword} characters, and not a common one`,
});

const ruleOf = (isWeakAllowed: boolean): PasswordRule => (isWeakAllowed ? "allowWeak" : "chosen");

/** For the audit log. */
const weakFact = (isWeak: boolean) => (isWeak ? ({ weak: true } as const) : undefined);

const userAdding = (rule: "chosen" | "imported") =>
  action({
    name: "user add",
    help: "Add a user",
    may: { operator: "admin", identity: "recent" },
    button: "Add the user",
    done: "The user was added.",
    keys: { customer: customerKey, name: required(text("Name"), userNameOf) },
    fields: { allowWeak, password: required(newPassword, (given) => given) },
    members,
    run: async ({ customer: customerId, name, ...given }, { store, now, recorded }) => {
      const input = { password: given.password, rule: rule === "chosen" ? ruleOf(given.allowWeak) : rule };
      const { password: chosen, isWeak } = ruledPassword(input, name);
      const hashes = await hashesFor(store, customerId, chosen);
      const subject = { customer: customerId, user: name };
      const { accounts } = recorded({ subject, after: weakFact(isWeak) });
      const change = await accounts.addUser({ customerId, name, ...hashes, isWeak }, now);
      expectDone(change, { customerId, thing: `user ${name}` });
      const row = rowOf({ customerId, name, state: "active", inboxActive: true });
      return { row, text: `user ${name} of customer ${customerId} added` };
    },
  });

/** Adds an active user. */
export const addUser = userAdding("chosen");

/** Adds a user with the password that it has elsewhere. */
export const importUser = userAdding("imported");

/** Whether the password of a user's programs is the one in the portal, too: that of a person. */
async function isPersonal({ portal }: Pick<Store, "portal">, customerId: number, name: string, now: number) {
  const known = await portal.users(customerId, now);
  return known.some((user) => userNameKey(user.name) === userNameKey(name) && user.programs === "same");
}

/** Replaces the password of a user's programs; the old one is refused from then on. */
export const setPassword = action({
  name: "user password",
  help: "Replace the password with which programs of a user call the service",
  may,
  button: "Replace",
  done: "The password was replaced.",
  keys,
  fields: {
    none: flag(
      undefined,
      "take the password away: programs have API keys alone, and the password of the portal stays",
    ),
    allowWeak,
    password: { ...optional(newPassword, (given) => given), required: true, unless: "none" },
  },
  run: async ({ customer: customerId, name, none, ...given }, { store, now, recorded }) => {
    const [about, row] = [
      { customer: customerId, user: name },
      { customer: customerId, name },
    ];
    if (none) {
      const change = await recorded({ subject: about, after: { removed: true } }).accounts.removePassword(
        customerId,
        name,
      );
      expectDone(change, { customerId, thing: `password of the programs of user ${name}` });
      return { row, text: `password of user ${name} removed` };
    }
    const isPerson = await isPersonal(store, customerId, name, now);
    const shortest = isPerson ? shortestPortalPassword : shortestChosenPassword;
    const input = { password: given.password ?? "", rule: ruleOf(given.allowWeak) };
    const { password: chosen, isWeak } = ruledPassword(input, name, shortest);
    const hashes = await hashesFor(store, customerId, chosen);
    const { accounts } = recorded({ subject: about, after: weakFact(isWeak) });
    expectDone(await accounts.setPassword(customerId, name, { ...hashes, isWeak }), {
      customerId,
      thing: `user ${name}`,
    });
    return { row, text: `password of user ${name} replaced` };
  },
});

/** Users of one customer, or of all. */
export const listUsers = list({
  name: "user list",
  help: "List users",
  may: { operator: "viewer", portal: "develop" },
  filters: { customer: customerFilter },
  columns,
  rows: async ({ customer }, { store }) => (await store.accounts.users(customer)).map(rowOf),
});

/** One user, found without regard to case. @throws Refusal */
async function userOf({ accounts }: Pick<Store, "accounts">, customerId: number, name: string) {
  const login = await accounts.login(customerId, name);
  if (login === undefined) throw unknownThing(said`${{ customer: customerId }} has no user ${name}`);
  return rowOf(login.user);
}

const showUser = card({
  name: "user show",
  help: "Show a user with all settings",
  may: { operator: "viewer" },
  keys,
  members,
  row: ({ customer, name }, { store }) => userOf(store, customer, name),
});

/** Changes the given settings. */
const changeUser = action({
  name: "user change",
  help: "Change the given settings of a user",
  may: { operator: "admin", identity: "recent" },
  keys: { customer: customerKey, user: { ...key, argument: "name" } },
  fields: {
    name: optional(text(undefined, "user name"), userNameOf),
    inboxActive: onOff(undefined, "give access to the inbox of the customer"),
  },
  members,
  run: async ({ customer: customerId, user, ...given }, { store, recorded }) => {
    const change = changesIn(given);
    const { accounts } = recorded({ subject: { customer: customerId, user }, after: change });
    const done = await accounts.changeUser(customerId, user, change);
    const name = change.name ?? user;
    expectDone(done, { customerId, thing: `user ${!done.ok && done.reason === "exists" ? name : user}` });
    const row = await userOf(store, customerId, name);
    return { row, text: `user ${row.name} of customer ${row.customer} changed` };
  },
});

const stateAction = ({ state, ...words }: Omit<ActionFacts, "may"> & { readonly state: AccessState }) =>
  action({
    ...words,
    may,
    keys,
    members: described(["customer", "name", "state"]),
    run: async ({ customer: customerId, name }, { caller, recorded }) => {
      const { accounts } = recorded({ subject: { customer: customerId, user: name }, after: { state } });
      const by = caller.kind === "customer" ? "owner" : undefined;
      const change = await accounts.setUserState(customerId, name, state, by);
      expectDone(change, { customerId, thing: `user ${name}` });
      const done = state === "active" ? "unblocked" : state;
      return { row: { customer: customerId, name, state }, text: `user ${name} ${done}` };
    },
  });

export const blockUser = stateAction({
  name: "user block",
  state: "blocked",
  help: "Refuse every call of a user",
  button: "Block",
  done: "The user was blocked.",
  danger: {
    button: "Block the user",
    text: "Calls of this user and its keys are refused at once. Accepted messages are still sent.",
  },
});

export const unblockUser = stateAction({
  name: "user unblock",
  state: "active",
  help: "Accept every call of a user",
  button: "Unblock",
  done: "The user was unblocked.",
});

/** Users of customers. */
export const users: Subject = {
  name: "user",
  help: "Users of a customer",
  entries: [
    addUser,
    setPassword,
    inviteUser,
    setPortalRole,
    listPortalUsers,
    listUsers,
    showUser,
    changeUser,
    blockUser,
    unblockUser,
  ],
};
