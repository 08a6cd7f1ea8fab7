// dotnet run -- SECRET WEBHOOK-ID WEBHOOK-TIMESTAMP WEBHOOK-SIGNATURE < BODY
using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;

public static class Verify
{
    public static bool IsCallback(string secret, string id, string time, string signatures, byte[] body, long now)
    {
        if (!long.TryParse(time, out long at) || Math.Abs(now - at) > 300) return false;
        byte[] key = Convert.FromBase64String(secret.Substring("whsec_".Length));
        byte[] start = Encoding.UTF8.GetBytes($"{id}.{time}.");
        byte[] signed = new byte[start.Length + body.Length];
        start.CopyTo(signed, 0);
        body.CopyTo(signed, start.Length);
        using HMACSHA256 hmac = new HMACSHA256(key);
        byte[] wanted = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
        bool valid = false;
        foreach (string signature in signatures.Split(' '))
            valid |= CryptographicOperations.FixedTimeEquals(wanted, Encoding.UTF8.GetBytes(signature));
        return valid;
    }

    public static void Main(string[] given)
    {
        using MemoryStream body = new MemoryStream();
        Console.OpenStandardInput().CopyTo(body);
        long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        bool valid = IsCallback(given[0], given[1], given[2], given[3], body.ToArray(), now);
        Console.WriteLine(valid ? "valid" : "invalid");
    }
}
