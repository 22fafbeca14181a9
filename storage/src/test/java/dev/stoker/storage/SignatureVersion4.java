package dev.stoker.storage;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What a server does with the signature of a request to S3: computes it again, from the secret that both know. */
record SignatureVersion4(String key, String secret) {
    private static final Pattern AUTHORIZATION = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=([^/]+)/((\\d{8})/([^/]+)/s3/aws4_request), ?SignedHeaders=([^,]+),"
                    + " ?Signature=(\\w+)");

    boolean isSigned(HttpExchange exchange) {
        var found = AUTHORIZATION.matcher(header(exchange, "Authorization"));
        if (!found.matches() || !found.group(1).equals(key)) {
            return false;
        }
        String canonical = canonical(exchange, found.group(5));
        String text = String.join(
                "\n", "AWS4-HMAC-SHA256", header(exchange, "x-amz-date"), found.group(2), sha256(canonical));
        byte[] signing = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {found.group(3), found.group(4), "s3", "aws4_request", text}) {
            signing = hmac(signing, part);
        }
        return HexFormat.of().formatHex(signing).equals(found.group(6));
    }

    private static String canonical(HttpExchange exchange, String signed) {
        var uri = exchange.getRequestURI();
        String headers = Arrays.stream(signed.split(";"))
                .map(name -> name + ":" + header(exchange, name).strip() + "\n")
                .collect(Collectors.joining());
        return String.join(
                "\n",
                exchange.getRequestMethod(),
                uri.getRawPath(),
                Optional.ofNullable(uri.getRawQuery()).orElse(""),
                headers,
                signed,
                header(exchange, "x-amz-content-sha256"));
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static byte[] hmac(byte[] signing, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(signing, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
