/**
 * A rule of ESLint: a call that returns the steps of a script stands after `yield*`. Alone it compiles, and does nothing.
 *
 * @type {import("eslint").Rule.RuleModule}
 */
export const yieldedSteps = {
  meta: {
    type: "problem",
    schema: [],
    messages: { forgotten: "The steps of this call do not run: write `yield*` before it." },
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    const checker = parserServices.program.getTypeChecker();
    const returnsSteps = (call) => {
      const type = checker.getTypeAtLocation(parserServices.esTreeNodeToTSNodeMap.get(call));
      if (type.symbol?.name !== "Generator") return false;
      // `Steps<T>` is a generator of `Step`.
      return checker.getTypeArguments(type)[0]?.aliasSymbol?.name === "Step";
    };
    return {
      CallExpression(call) {
        if (!isTaken(call.parent, call) && returnsSteps(call))
          context.report({ node: call, messageId: "forgotten" });
      },
    };
  },
};

/** Steps may be passed to a driver, be looped over, and be the result of a function that is no generator. */
function isTaken(parent, call) {
  if (parent.type === "YieldExpression") return parent.delegate;
  if (parent.type === "ForOfStatement") return parent.right === call;
  if (parent.type === "ArrowFunctionExpression") return parent.body === call;
  if (parent.type === "ReturnStatement") return !isInGenerator(parent);
  return parent.type === "CallExpression" || parent.type === "SpreadElement";
}

function isInGenerator(node) {
  let around = node.parent;
  while (around && !/Function/.test(around.type)) around = around.parent;
  return around?.generator === true;
}
