import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/**
 * Runs Real Logic's SBE tool on requests, one per line: `schema FILE`, `decode DIGITS`, `encode JSON`.
 * Layout, widths, byte order, nulls and constants all come from its own parser.
 */
public class Peer {
    public static void main(String[] words) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Ir ir = null;
        for (String line; (line = in.readLine()) != null; ) {
            int blank = line.indexOf(' ');
            String rest = line.substring(blank + 1);
            try {
                switch (line.substring(0, blank)) {
                    case "schema" -> {
                        ir = null;
                        ir = parsed(rest);
                        out.println("ok");
                    }
                    case "decode" -> out.println(new Shown(ir).decode(HexFormat.of().parseHex(rest)));
                    default -> out.println(HexFormat.of().formatHex(new Written(ir).encode(new Json(rest).value())));
                }
            } catch (Exception | StackOverflowError problem) {
                out.println("error " + problem.toString().replace('\n', ' '));
            }
        }
        out.flush();
    }

    static Ir parsed(String file) throws Exception {
        ParserOptions options = ParserOptions.builder().stopOnError(true).suppressOutput(true).build();
        try (var in = Files.newInputStream(Path.of(file))) {
            return new IrGenerator().generate(XmlSchemaParser.parse(in, options));
        }
    }
}
