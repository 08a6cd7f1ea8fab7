// Prints the unread messages of the inbox, then deletes the read ones.
// Usage: dotnet run -- ADDRESS CUSTOMER USER PASSWORD
using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;
using System.Xml.Linq;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };

// Calls an operation of the inbox; ends the program with the reason if the call was refused.
async Task<XElement> Call(string operation)
{
    var fields = new Dictionary<string, string>
    {
        ["customerID"] = args[1], ["userName"] = args[2], ["userPassword"] = args[3],
        ["operation"] = operation, ["messageId"] = "",
    };
    using var response = await http.PostAsync($"{args[0]}/HTTP_InboxProcessing", new FormUrlEncodedContent(fields));
    response.EnsureSuccessStatusCode();
    var inbox = XElement.Parse(await response.Content.ReadAsStringAsync());
    if ((string?)inbox.Element("result") != "OK")
    {
        Console.Error.WriteLine($"refused: {(string?)inbox.Element("result")}");
        Environment.Exit(1);
    }
    return inbox;
}

Console.OutputEncoding = Encoding.UTF8;
foreach (var message in (await Call("fetch-new")).Elements("message"))
{
    // textU is UTF-16BE in hexadecimal digits.
    var octets = Convert.FromHexString((string?)message.Element("textU") ?? "");
    Console.WriteLine($"{(string?)message.Element("from")}: {Encoding.BigEndianUnicode.GetString(octets)}");
}
Console.WriteLine($"{(string?)(await Call("kill-old")).Element("deleted")} deleted");
