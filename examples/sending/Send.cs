// Sends a message and waits for its final status, for at most a minute.
// Usage: dotnet run -- ADDRESS CUSTOMER USER PASSWORD NUMBER KEY
// KEY is yours, such as the number of an order: a repeat with the same key within a day sends nothing twice.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Threading.Tasks;
using System.Xml.Linq;

string[] open = { "InProcessNow", "SUCCESS", "SMSC_DEFERRED", "SMSC_ENROUTE", "SMSC_ACCEPTED" };
using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };

string Text(XElement record, string name) =>
    record.Elements().FirstOrDefault(each => each.Name.LocalName == name)?.Value ?? "";

// Calls an operation over HTTP POST; ends the program with the reason if the call was refused.
async Task<XElement> Call(string operation, Dictionary<string, string> fields)
{
    fields["customerID"] = args[1];
    fields["userName"] = args[2];
    fields["userPassword"] = args[3];
    using var response = await http.PostAsync($"{args[0]}/{operation}", new FormUrlEncodedContent(fields));
    response.EnsureSuccessStatusCode();
    var record = XElement.Parse(await response.Content.ReadAsStringAsync());
    if (Text(record, "Result") != "OK")
    {
        Console.Error.WriteLine($"refused: {Text(record, "Result")}");
        Environment.Exit(1);
    }
    return record;
}

var sent = await Call("HTTP_SendSmsTransaction", new()
{
    ["originator"] = "Shop", ["smsText"] = "Your parcel is ready", ["recipientPhone"] = args[4],
    ["messageType"] = "Latin", ["defDate"] = "", ["blink"] = "false", ["flash"] = "false", ["Private"] = "false",
    ["clientTransactionID"] = args[5],
});
var transaction = Text(sent, "TransactionID");
Console.WriteLine($"sent: {transaction}");

for (var attempt = 0; attempt < 12; attempt++)
{
    var status = await Call("HTTP_GetSmsStatus", new() { ["transactionID"] = transaction, ["detailed"] = "false" });
    var names = status.Descendants().Where(each => each.Name.LocalName == "statistics")
        .SelectMany(each => each.Elements()).Select(each => each.Name.LocalName).ToArray();
    if (names.Length > 0 && !names.Intersect(open).Any())
    {
        Console.WriteLine($"final: {string.Join(" ", names)}");
        return 0;
    }
    await Task.Delay(5000);
}
Console.Error.WriteLine("no final status yet");
return 2;
