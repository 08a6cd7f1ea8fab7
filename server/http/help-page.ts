import type { AnyOperation, ServiceDescriptor } from "../../runtime/operation.js";

/** The page for GET of a mount: the operations in alphabetical order with their documentation. */
export function helpPage(service: ServiceDescriptor): string {
  const operations = [...service.operations].sort((a, b) => (a.name < b.name ? -1 : 1));
  const items = operations.map(({ name, documentation }) => {
    const link = `<a href="?op=${encodeURIComponent(name)}">${escapeHtml(name)}</a>`;
    return `<li>${link}${paragraphs(documentation)}</li>`;
  });
  const intro =
    "The following operations are supported. For a formal definition, please review the " +
    '<a href="?WSDL">Service Description</a>.';
  const body = `${paragraphs(service.documentation)}<p>${intro}</p><ul>${items.join("\n")}</ul>`;
  return layout(service, `${service.name} Web Service`, body);
}

/** The page for `?op=NAME`. */
export function operationPage(service: ServiceDescriptor, operation: AnyOperation): string {
  const body = `${backLink}<h2>${escapeHtml(operation.name)}</h2>${paragraphs(operation.documentation)}`;
  return layout(service, `${service.name} Web Service: ${operation.name}`, body);
}

/** The page for `?op=` with a name the service does not have. */
export function missingOperationPage(service: ServiceDescriptor, name: string): string {
  const text = `Method '${name}' was not found in service ${service.name}.`;
  return layout(
    service,
    `${service.name} Web Service`,
    `${backLink}<h2>Method Not Found</h2>${paragraphs(text)}`,
  );
}

const backLink = '<p>Click <a href="?">here</a> for a complete list of operations.</p>';

function layout(service: ServiceDescriptor, title: string, body: string): string {
  return (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">' +
    `<link rel="alternate" type="text/xml" href="?disco"><title>${escapeHtml(title)}</title></head>` +
    `<body><div id="content"><p class="heading1">${escapeHtml(service.name)}</p>${body}</div></body></html>\n`
  );
}

function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  return parts.map((part) => `<p>${escapeHtml(part.trim())}</p>`).join("");
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (found) => escapes.get(found) ?? found);
}
