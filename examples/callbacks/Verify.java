// java Verify.java SECRET WEBHOOK-ID WEBHOOK-TIMESTAMP WEBHOOK-SIGNATURE < BODY
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    static boolean isCallback(
            String secret, String id, String time, String signatures, byte[] body, long now)
            throws GeneralSecurityException {
        if (!time.matches("[0-9]{1,15}") || Math.abs(now - Long.parseLong(time)) > 300) return false;
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + time + ".").getBytes(UTF_8));
        String wanted = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        boolean valid = false;
        for (String signature : signatures.split(" "))
            valid |= MessageDigest.isEqual(wanted.getBytes(UTF_8), signature.getBytes(UTF_8));
        return valid;
    }

    public static void main(String[] given) throws Exception {
        byte[] body = System.in.readAllBytes();
        long now = System.currentTimeMillis() / 1000;
        boolean valid = isCallback(given[0], given[1], given[2], given[3], body, now);
        System.out.println(valid ? "valid" : "invalid");
    }
}
