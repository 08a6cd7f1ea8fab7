/** A request as programs in several languages. */

export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A JSON document. */
  readonly body: unknown;
}

export interface Sample {
  readonly language: string;
  readonly text: string;
}

/** Programs that send the request and print the response. */
export function samplesOf(request: SampleRequest): readonly Sample[] {
  const parts = { ...request, document: request.body === undefined ? undefined : pretty(request.body) };
  return Object.entries(languages).map(([language, write]) => ({
    language,
    text: `${write(parts).flat().join("\n")}\n`,
  }));
}

interface Parts extends Omit<SampleRequest, "body"> {
  readonly document: string | undefined;
}

/** Lines, and groups of lines. */
type Lines = readonly (string | readonly string[])[];

function pretty(body: unknown): string {
  return JSON.stringify(body, undefined, 2);
}

const languages: Readonly<Record<string, (parts: Parts) => Lines>> = {
  curl,
  TypeScript: typescript,
  PHP: php,
  Python: python,
  "C#": csharp,
  Java: java,
};

function curl({ method, url, headers, document }: Parts): Lines {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const options = [
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(document === undefined ? [] : [`--data ${quoted(document)}`]),
  ];
  return [[`curl -sS -X ${method} ${quoted(url)}`, ...options].join(" \\\n  ")];
}

/** A string that JavaScript, Python, C# and Java read alike. */
const literal = (text: string): string => JSON.stringify(text);

function typescript({ method, url, headers, document }: Parts): Lines {
  return [
    `const response = await fetch(${literal(url)}, {`,
    `  method: ${literal(method)},`,
    "  headers: {",
    headers.map(([name, value]) => `    ${literal(name)}: ${literal(value)},`),
    "  },",
    document === undefined ? [] : [`  body: JSON.stringify(${document.replaceAll("\n", "\n  ")}),`],
    "});",
    "console.log(response.status, await response.text());",
  ];
}

function php({ method, url, headers, document }: Parts): Lines {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
  return [
    "<?php",
    document === undefined ? [] : ["$body = <<<'JSON'", document, "JSON;"],
    "$context = stream_context_create(['http' => [",
    `    'method' => ${quoted(method)},`,
    "    'header' => [",
    headers.map(([name, value]) => `        ${quoted(`${name}: ${value}`)},`),
    "    ],",
    document === undefined ? [] : ["    'content' => $body,"],
    "    'ignore_errors' => true,",
    "]]);",
    `$answer = file_get_contents(${quoted(url)}, false, $context);`,
    "echo $http_response_header[0], ' ', $answer, \"\\n\";",
  ];
}

function python({ method, url, headers, document }: Parts): Lines {
  return [
    "import urllib.error",
    "import urllib.request",
    "",
    document === undefined ? [] : ['body = r"""', document, '""".strip().encode()'],
    "request = urllib.request.Request(",
    `    ${literal(url)},`,
    `    method=${literal(method)},`,
    document === undefined ? [] : ["    data=body,"],
    "    headers={",
    headers.map(([name, value]) => `        ${literal(name)}: ${literal(value)},`),
    "    },",
    ")",
    "try:",
    "    response = urllib.request.urlopen(request)",
    "except urllib.error.HTTPError as error:",
    "    response = error",
    "print(response.status, response.read().decode())",
  ];
}

function csharp({ method, url, headers, document }: Parts): Lines {
  const isOfContent = ([name]: readonly [string, string]): boolean => /^content-type$/i.test(name);
  return [
    "using System.Text;",
    "",
    "using var client = new HttpClient();",
    `using var request = new HttpRequestMessage(new HttpMethod(${literal(method)}), ${literal(url)});`,
    headers
      .filter((header) => !isOfContent(header))
      .map(
        ([name, value]) => `request.Headers.TryAddWithoutValidation(${literal(name)}, ${literal(value)});`,
      ),
    document === undefined
      ? []
      : [
          'request.Content = new StringContent("""',
          document,
          `""", Encoding.UTF8, ${literal("application/json")});`,
        ],
    "using var response = await client.SendAsync(request);",
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  ];
}

function java({ method, url, headers, document }: Parts): Lines {
  const inner = "        ";
  const publisher =
    document === undefined
      ? ["HttpRequest.BodyPublishers.noBody()"]
      : [
          'HttpRequest.BodyPublishers.ofString("""',
          ...document
            .replaceAll("\\", "\\\\")
            .split("\n")
            .map((line) => inner + line),
          `${inner}""")`,
        ];
  return [
    "import java.net.URI;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    "",
    "class Call {",
    "    public static void main(String[] arguments) throws Exception {",
    `${inner}var request = HttpRequest.newBuilder(URI.create(${literal(url)}))`,
    headers.map(([name, value]) => `${inner}    .header(${literal(name)}, ${literal(value)})`),
    `${inner}    .method(${literal(method)}, ${publisher.join("\n")})`,
    `${inner}    .build();`,
    `${inner}var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());`,
    `${inner}System.out.println(response.statusCode() + " " + response.body());`,
    "    }",
    "}",
  ];
}
