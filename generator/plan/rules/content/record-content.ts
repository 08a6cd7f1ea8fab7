/** Content of a complex type as members of a record: attributes, text, elements, choices, content whose order counts. */
import type { Diagnostics } from "../../../diagnostics.js";
import type { ComplexTypeModel, Id } from "../../../model/types.js";
import { leavesOf, type ContentNode } from "../../data/content-tree.js";
import type { FieldPlan, MemberPlan } from "../../data/members.js";
import type { NamedContract } from "../contract/named-contract.js";
import { simpleContentOf } from "../simple-types/ancestors.js";
import { attributeFields, wildcardOf, type UnnamedField } from "./attribute-fields.js";
import { checkAttributes, checkConsistent } from "./consistent.js";
import { Members } from "./members.js";
import { isUnordered } from "./unordered.js";
import { planTextValue } from "./values.js";

/** The members of a record. */
export interface RecordContent {
  /** Members of its interface beyond those of its base. */
  readonly own: readonly MemberPlan[];
  readonly all: readonly MemberPlan[];
  /** True if the unchanged members of the base precede the own ones. */
  readonly extending: boolean;
}

interface Content extends RecordContent {
  /** Elements and wildcards, those of the types it extends first. */
  readonly nodes: readonly ContentNode[];
  /** The order of all elements counts, or there is text between them. */
  readonly ordered: boolean;
}

/** Plans contents, each once. */
export class Contents {
  readonly #contract: NamedContract;
  readonly #diagnostics: Diagnostics;
  readonly #planned = new Map<Id, Content>();

  constructor(contract: NamedContract, diagnostics: Diagnostics) {
    this.#contract = contract;
    this.#diagnostics = diagnostics;
  }

  of(type: ComplexTypeModel): RecordContent {
    return this.#content(type);
  }

  #content(type: ComplexTypeModel): Content {
    const known = this.#planned.get(type.id);
    if (known !== undefined) return known;
    const base = this.#extended(type);
    checkAttributes(this.#contract, type, this.#diagnostics);
    const planned = base === undefined ? this.#alone(type) : this.#behind(type, base);
    this.#planned.set(type.id, planned);
    return planned;
  }

  /** Base of an extension; a restriction repeats its content. */
  #extended({ derivation }: ComplexTypeModel): Content | undefined {
    if (derivation?.by !== "extension") return undefined;
    const base = this.#contract.complexType(derivation.base);
    return base === undefined ? undefined : this.#content(base);
  }

  #alone(type: ComplexTypeModel): Content {
    const members = new Members(this.#contract, type, []);
    const nodes = this.#nodes(type);
    checkConsistent(type, [], nodes, this.#diagnostics);
    const ordered = type.mixed || !isUnordered(sequence(nodes));
    const content = ordered ? members.ordered(sequence(nodes)) : members.unordered(nodes);
    const text = this.#text(type).map((field) => members.named(field));
    const attributes = attributeFields(this.#contract, type, true).map((field) => members.named(field));
    const all = [...attributes, ...text, ...content];
    return { own: all, all, extending: true, nodes, ordered };
  }

  #behind(type: ComplexTypeModel, base: Content): Content {
    const added = this.#nodes(type);
    checkConsistent(type, base.nodes, added, this.#diagnostics);
    const nodes = [...base.nodes, ...added];
    const isSame = added.every((node) => leavesOf(node).length === 0) && (base.ordered || !type.mixed);
    const ordered = isSame ? base.ordered : base.ordered || type.mixed || !isUnordered(sequence(nodes));
    const extending = isSame || !ordered || base.all.every(isAttribute);
    const members = new Members(this.#contract, type, extending ? base.all : []);
    const inherited = base.all.map((member) => this.#widened(type, member));
    const kept = extending ? [] : inherited.filter(isAttribute).map((field) => members.named(field));
    const content = isSame ? [] : ordered ? members.ordered(sequence(nodes)) : members.unordered(added);
    const attributes = this.#ownAttributes(type, base).map((field) => members.named(field));
    const own = [...kept, ...attributes, ...content];
    const all = extending ? [...inherited, ...own] : own;
    return { own, all, extending, nodes, ordered };
  }

  /** The other attributes of an extension are those that its base or the extension itself admits. */
  #widened(type: ComplexTypeModel, member: MemberPlan): MemberPlan {
    if (member.kind !== "attributes") return member;
    return { ...member, value: { ...member.value, ...wildcardOf(this.#contract, type) } };
  }

  #ownAttributes(type: ComplexTypeModel, base: Content): readonly UnnamedField[] {
    const known = new Set(base.all.filter(isAttribute).map(({ kind, element }) => `${kind} ${element.tag}`));
    return attributeFields(this.#contract, type, false).filter(
      ({ kind, element }) => !known.has(`${kind} ${element.tag}`),
    );
  }

  #nodes({ content }: ComplexTypeModel): readonly ContentNode[] {
    return content.kind === "particle" ? [this.#contract.resolved(content.particle)] : [];
  }

  #text(type: ComplexTypeModel): readonly UnnamedField[] {
    const simple = simpleContentOf(this.#contract, type);
    if (simple === undefined) return [];
    return [
      {
        kind: "text",
        name: "value",
        element: this.#contract.qName({ namespace: "", name: "value" }),
        doc: [],
        value: planTextValue(this.#contract, { type: simple, default: undefined, fixed: undefined }),
        required: true,
        nillable: false,
        repeated: false,
        absent: undefined,
      },
    ];
  }
}

function sequence(nodes: readonly ContentNode[]): ContentNode {
  return { kind: "sequence", occurs: { min: 1, max: 1 }, nodes };
}

function isAttribute(member: MemberPlan): member is FieldPlan {
  return member.kind === "attribute" || member.kind === "attributes";
}
