import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import type { SourceFile } from "./source-files.js";

/** A declaration at the top of a module whose value changes while a program runs. */
export interface ModuleState {
  readonly path: string;
  readonly name: string;
}

/** Names of functions and classes that make values that change: of functions with state of their own, such as caches, and of classes. */
type Makers = ReadonlySet<string>;

const containers: ReadonlySet<string> = new Set(["Map", "Set"]);

/** Classes of the platform whose instances change, or would be of no use. */
const platformClasses = [
  ...["WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry"],
  ...["AbortController", "AsyncLocalStorage", "EventEmitter", "EventTarget"],
];

/** Methods that change the object that they are called on. */
const changing: ReadonlySet<string> = new Set([
  ...["set", "add", "delete", "clear", "append"],
  ...["push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "copyWithin"],
]);

/** Methods of a regular expression with the flag `g` or `y` that go by its `lastIndex` and set it. */
const continuing: ReadonlySet<string> = new Set(["exec", "test"]);

interface Declared {
  readonly name: ts.Identifier;
  readonly initializer: ts.Expression | undefined;
  /** It has a type, in which a container cannot be changed. */
  readonly isTyped: boolean;
}

/** The state of modules, in the order of its declarations. */
export function moduleStates(files: readonly SourceFile[]): readonly ModuleState[] {
  const trees = files.map(({ path, text }) => ({ path, tree: parsed(path, text) }));
  const made = new Map(
    trees.map(({ path, tree }) => [path, [...factoriesIn(tree), ...changingClassesIn(tree)]]),
  );
  return trees.flatMap(({ path, tree }) => {
    const imported = importsOf(tree).filter(({ from, name }) =>
      made.get(resolved(path, from))?.includes(name),
    );
    const makers: Makers = new Set([
      ...platformClasses,
      ...(made.get(path) ?? []),
      ...imported.map(({ name }) => name),
    ]);
    return statesIn(tree, makers).map((name) => ({ path, name }));
  });
}

function parsed(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
}

/** Names that a module imports from other modules of its package. */
function importsOf({
  statements,
}: ts.SourceFile): readonly { readonly from: string; readonly name: string }[] {
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return [];
    const { moduleSpecifier, importClause } = statement;
    const bindings = importClause?.namedBindings;
    if (!ts.isStringLiteral(moduleSpecifier) || bindings === undefined || !ts.isNamedImports(bindings))
      return [];
    return bindings.elements.map(({ name }) => ({ from: moduleSpecifier.text, name: name.text }));
  });
}

function resolved(path: string, specifier: string): string {
  return normalize(join(dirname(path), specifier)).replace(/\.js$/, ".ts");
}

/** Names of the state of one module. */
function statesIn(tree: ts.SourceFile, makers: Makers): readonly string[] {
  const variables = tree.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? declaredIn(statement.declarationList) : [],
  );
  const { changed, continued, positioned } = changesOf(tree);
  const states = variables.filter((each) => {
    const name = each.name.text;
    return (
      isState(each, makers) ||
      changed.has(name) ||
      (isSticky(each) && continued.has(name) && !positioned.has(name))
    );
  });
  return [...states.map(({ name }) => name.text), ...tree.statements.flatMap(staticStates)];
}

function declaredIn({ declarations }: ts.VariableDeclarationList): readonly Declared[] {
  const namesIn = (name: ts.BindingName): readonly ts.Identifier[] =>
    ts.isIdentifier(name)
      ? [name]
      : name.elements.flatMap((each) => (ts.isOmittedExpression(each) ? [] : namesIn(each.name)));
  return declarations.flatMap(({ name, initializer, type }) =>
    namesIn(name).map((each) => ({ name: each, initializer, isTyped: type !== undefined })),
  );
}

/** By its declaration alone: an empty container, an instance of a class that changes, or what a function with state returns. */
function isState({ initializer, isTyped }: Declared, makers: Makers): boolean {
  if (initializer === undefined) return false;
  const value = plain(initializer);
  if (ts.isNewExpression(value))
    return (
      (!isTyped && isEmptyContainer(value)) ||
      (ts.isIdentifier(value.expression) && makers.has(value.expression.text))
    );
  if (!ts.isCallExpression(value)) return false;
  const made = plain(value.expression);
  return ts.isIdentifier(made) ? makers.has(made.text) : ts.isFunctionLike(made) && keepsState(made);
}

function isEmptyContainer({ expression, arguments: given }: ts.NewExpression): boolean {
  return ts.isIdentifier(expression) && containers.has(expression.text) && (given?.length ?? 0) === 0;
}

/** Classes with a property that is no constant. */
function changingClassesIn(tree: ts.SourceFile): readonly string[] {
  return tree.statements.flatMap((statement) =>
    ts.isClassDeclaration(statement) && statement.members.some(isChanging)
      ? [statement.name?.text ?? ""]
      : [],
  );
}

/** A property of instances that may be set again, or that is a container or an array to be filled. */
function isChanging(member: ts.ClassElement): boolean {
  if (!ts.isPropertyDeclaration(member)) return false;
  const flags = ts.getCombinedModifierFlags(member);
  if ((flags & (ts.ModifierFlags.Static | ts.ModifierFlags.Ambient)) !== 0) return false;
  if ((flags & ts.ModifierFlags.Readonly) === 0) return true;
  const value = member.initializer && plain(member.initializer);
  if (value === undefined) return false;
  return ts.isNewExpression(value)
    ? isEmptyContainer(value)
    : ts.isArrayLiteralExpression(value) && value.elements.length === 0;
}

function isSticky({ initializer }: Declared): boolean {
  const value = initializer && plain(initializer);
  return value !== undefined && ts.isRegularExpressionLiteral(value) && /\/\w*[gy]\w*$/.test(value.text);
}

/** Static properties of a class that may change. */
function staticStates(statement: ts.Statement): readonly string[] {
  if (!ts.isClassDeclaration(statement)) return [];
  return statement.members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member)) return [];
    const flags = ts.getCombinedModifierFlags(member);
    if ((flags & ts.ModifierFlags.Static) === 0) return [];
    const value = member.initializer && plain(member.initializer);
    const isContainer = value !== undefined && ts.isNewExpression(value) && isEmptyContainer(value);
    const isFixed = (flags & ts.ModifierFlags.Readonly) !== 0 && !isContainer;
    return isFixed ? [] : [`${statement.name?.text ?? ""}.${member.name.getText()}`];
  });
}

/** Functions whose inner functions change what the outer one has declared. */
function factoriesIn(tree: ts.SourceFile): readonly string[] {
  return tree.statements.flatMap((statement) =>
    ts.isFunctionDeclaration(statement) && keepsState(statement) ? [statement.name?.text ?? ""] : [],
  );
}

/** True for a function that returns another one, or an object of them, which changes a variable or container of the first. */
function keepsState(made: ts.SignatureDeclaration & { readonly body?: ts.Node | undefined }): boolean {
  const { body } = made;
  if (body === undefined || !ts.isBlock(body)) return false;
  const returned = body.statements.flatMap((each) =>
    ts.isReturnStatement(each) && each.expression !== undefined ? [plain(each.expression)] : [],
  );
  const isMade = returned.some(
    (each) => ts.isFunctionLike(each) || ts.isObjectLiteralExpression(each) || isInner(body, each),
  );
  if (!isMade) return false;
  const own = body.statements.flatMap((each) =>
    ts.isVariableStatement(each) ? declaredIn(each.declarationList) : [],
  );
  const { changed } = changesOf(body);
  return own.some(({ name }) => changed.has(name.text));
}

/** True for the name of a function that the body declares. */
function isInner({ statements }: ts.Block, returned: ts.Expression): boolean {
  if (!ts.isIdentifier(returned)) return false;
  return statements.some((each) =>
    ts.isVariableStatement(each)
      ? declaredIn(each.declarationList).some(
          ({ name, initializer }) =>
            name.text === returned.text && initializer !== undefined && ts.isFunctionLike(plain(initializer)),
        )
      : ts.isFunctionDeclaration(each) && each.name?.text === returned.text,
  );
}

/** Names from outside whose values functions change. */
interface Changes {
  readonly changed: Set<string>;
  /** Those of which methods of a regular expression are called. */
  readonly continued: Set<string>;
  /** Those whose `lastIndex` is set, before each use. */
  readonly positioned: Set<string>;
}

/** What the functions of a module or a block change outside of themselves. */
function changesOf(outer: ts.Node): Changes {
  const changes: Changes = { changed: new Set(), continued: new Set(), positioned: new Set() };
  const visit = (node: ts.Node, own: readonly ReadonlySet<string>[]): void => {
    const inner = node !== outer && ts.isFunctionLike(node) ? [...own, namesDeclaredIn(node)] : own;
    if (inner.length > 0)
      for (const [name, kind] of changesAt(node))
        if (!inner.some((names) => names.has(name))) changes[kind].add(name);
    ts.forEachChild(node, (child) => {
      visit(child, inner);
    });
  };
  visit(outer, []);
  return changes;
}

/** Names of the parameters and variables of a function, those of functions inside of it aside. */
function namesDeclaredIn(made: ts.SignatureDeclaration): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (binding: ts.BindingName): void => {
    if (ts.isIdentifier(binding)) names.add(binding.text);
    else for (const each of binding.elements) if (!ts.isOmittedExpression(each)) add(each.name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node) || ts.isVariableDeclaration(node)) add(node.name);
    if (node === made || !ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(made);
  return names;
}

/** The names whose values a node changes: by an assignment to them or a part of them, `delete`, or a method. */
function changesAt(node: ts.Node): readonly (readonly [string, keyof Changes])[] {
  const of = (kind: keyof Changes, ...targets: readonly ts.Expression[]): ReturnType<typeof changesAt> =>
    targets.map(rootOf).flatMap((name) => (name === undefined ? [] : [[name, kind] as const]));
  if (ts.isBinaryExpression(node))
    return isAssignment(node.operatorToken.kind)
      ? of(isLastIndex(node.left) ? "positioned" : "changed", ...targetsOf(node.left))
      : [];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator, operand } = node;
    const counts = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
    return counts ? of("changed", operand) : [];
  }
  if (ts.isDeleteExpression(node)) return of("changed", node.expression);
  if (!ts.isCallExpression(node)) return [];
  const callee = plain(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const method = callee.name.text;
  if (changing.has(method)) return of("changed", callee.expression);
  if (continuing.has(method)) return of("continued", callee.expression);
  const isAssign = method === "assign" && callee.expression.getText() === "Object";
  return isAssign ? of("changed", ...node.arguments.slice(0, 1)) : [];
}

function isLastIndex(target: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(target) && target.name.text === "lastIndex";
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** What an assignment assigns to: several with a pattern. */
function targetsOf(left: ts.Expression): readonly ts.Expression[] {
  if (ts.isArrayLiteralExpression(left)) return left.elements.flatMap(targetsOf);
  if (!ts.isObjectLiteralExpression(left)) return [left];
  return left.properties.flatMap((each) =>
    ts.isPropertyAssignment(each)
      ? targetsOf(each.initializer)
      : ts.isShorthandPropertyAssignment(each)
        ? [each.name]
        : [],
  );
}

/** The name that a chain of properties begins with. */
function rootOf(expression: ts.Expression): string | undefined {
  const value = plain(expression);
  if (ts.isIdentifier(value)) return value.text;
  return ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value)
    ? rootOf(value.expression)
    : undefined;
}

/** Without parentheses, assertions of types, and comments. */
function plain(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
    ? plain(expression.expression)
    : expression;
}
