"""Realistic files, created by the tools in Debian with fresh keys and values: openssl, net-snmp, ldap-utils and krb5.
Each is (name, bytes, type); files that can't be created for want of a tool are reported by name."""
import os
import secrets
import shutil
import socket
import subprocess
import threading
from pathlib import Path

CERTIFICATE, REQUEST, CRL = "PKIX.Certificate", "PKIX.CertificationRequest", "PKIX.CertificateList"
CONFIG = """
[req]
distinguished_name = dn
[dn]
[ca]
default_ca = own
[own]
database = index.txt
crlnumber = crlnumber
default_md = sha256
default_crl_days = 7
[v3]
subjectAltName = DNS:{host},IP:192.0.2.{n},email:a@{host},URI:http://{host}/,otherName:1.3.6.1.4.1.311.20.2.3;UTF8:me@{host}
basicConstraints = critical,CA:TRUE,pathlen:2
keyUsage = critical,keyCertSign,cRLSign,digitalSignature
extendedKeyUsage = serverAuth,clientAuth,timeStamping
authorityInfoAccess = OCSP;URI:http://ocsp.{host}/,caIssuers;URI:http://{host}/ca
crlDistributionPoints = URI:http://{host}/c.crl
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
certificatePolicies = 1.2.3.4
nameConstraints = permitted;DNS:{host}
tlsfeature = status_request
[wanted]
subjectAltName = DNS:{host}
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
[crl]
authorityKeyIdentifier = keyid
[tsa]
default_tsa = tsa1
[tsa1]
serial = tsaserial
signer_cert = tsa.pem
signer_key = tsakey.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
[tsaext]
extendedKeyUsage = critical,timeStamping
"""


class Openssl:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.host = f"{secrets.token_hex(4)}.example.org"
        (self.folder / "own.cnf").write_text(CONFIG.format(host=self.host, n=secrets.randbelow(250) + 1))
        (self.folder / "index.txt").write_text("")
        (self.folder / "crlnumber").write_text(f"{secrets.randbelow(200) + 16:02X}\n")
        (self.folder / "tsaserial").write_text("01\n")
        (self.folder / "text").write_bytes(secrets.token_hex(20).encode())

    def run(self, *words):
        done = subprocess.run(["openssl", *words], cwd=self.folder, capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"openssl {' '.join(words)}: {done.stderr.decode()}")
        return done.stdout

    def read(self, name):
        return (self.folder / name).read_bytes()

    def files(self):
        run, read = self.run, self.read
        subject = f"/C=DE/O=Example {secrets.token_hex(2)}/CN={self.host}"
        run("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "rsa.pem")
        run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "ec.pem")
        run("genpkey", "-algorithm", "ED25519", "-out", "ed.pem")
        for key in ("rsa", "ec", "ed"):
            run("req", "-x509", "-new", "-key", f"{key}.pem", "-subj", subject, "-days", "9", "-config", "own.cnf",
                "-extensions", "v3", "-out", f"{key}-cert.pem")
            yield f"certificate, {key}, PEM", read(f"{key}-cert.pem"), CERTIFICATE
        yield "certificate, DER", run("x509", "-in", "rsa-cert.pem", "-outform", "der"), CERTIFICATE
        yield "certificate, with text", run("x509", "-in", "ec-cert.pem", "-text"), CERTIFICATE
        for key in ("rsa", "ec", "ed"):
            yield f"request, {key}", run("req", "-new", "-key", f"{key}.pem", "-subj", subject, "-config", "own.cnf",
                                         "-reqexts", "wanted", "-outform", "der"), REQUEST
            yield f"public key, {key}", run("pkey", "-in", f"{key}.pem", "-pubout", "-outform", "der"), "PKIX.SubjectPublicKeyInfo"
            yield f"private key, {key}", run("pkcs8", "-topk8", "-nocrypt", "-in", f"{key}.pem", "-outform", "der"), "PKIX.PrivateKeyInfo"
        yield "encrypted private key", run("pkcs8", "-topk8", "-in", "ec.pem", "-passout", "pass:x", "-outform", "der"), "PKIX.EncryptedPrivateKeyInfo"
        yield "RSA private key", run("rsa", "-in", "rsa.pem", "-traditional", "-outform", "der"), "PKIX.RSAPrivateKey"
        yield "RSA public key", run("rsa", "-in", "rsa.pem", "-RSAPublicKey_out", "-outform", "der"), "PKIX.RSAPublicKey"
        yield "EC private key", run("ec", "-in", "ec.pem", "-outform", "der"), "PKIX.ECPrivateKey"
        run("ca", "-gencrl", "-config", "own.cnf", "-keyfile", "rsa.pem", "-cert", "rsa-cert.pem", "-crlexts", "crl", "-out", "crl.pem")
        yield "CRL, PEM", read("crl.pem"), CRL
        run("ca", "-config", "own.cnf", "-keyfile", "rsa.pem", "-cert", "rsa-cert.pem", "-revoke", "ec-cert.pem", "-crl_reason", "keyCompromise")
        yield "CRL, with an entry, DER", run("crl", "-in", self.made_crl(), "-outform", "der"), CRL
        sign = ["-signer", "rsa-cert.pem", "-inkey", "rsa.pem", "-in", "text", "-binary", "-outform", "der"]
        yield "CMS, signed", run("cms", "-sign", "-nodetach", *sign), "CMS.ContentInfo"
        yield "CMS, signed, detached", run("cms", "-sign", *sign), "CMS.ContentInfo"
        yield "CMS, enveloped", run("cms", "-encrypt", "-aes256", "-in", "text", "-outform", "der", "rsa-cert.pem"), "CMS.ContentInfo"
        yield "CMS, digested", run("cms", "-digest_create", "-in", "text", "-outform", "der"), "CMS.ContentInfo"
        yield "PKCS #7, certificates", run("crl2pkcs7", "-nocrl", "-certfile", "rsa-cert.pem", "-outform", "der"), "CMS.ContentInfo"
        yield "PKCS #12", run("pkcs12", "-export", "-in", "rsa-cert.pem", "-inkey", "rsa.pem", "-passout", "pass:x", "-name", "me"), "CMS.PFX"
        run("ocsp", "-issuer", "rsa-cert.pem", "-cert", "ec-cert.pem", "-no_nonce", "-reqout", "ocsp.req")
        yield "OCSP request", read("ocsp.req"), "CMS.OCSPRequest"
        run("ocsp", "-index", "index.txt", "-CA", "rsa-cert.pem", "-rsigner", "rsa-cert.pem", "-rkey", "rsa.pem",
            "-reqin", "ocsp.req", "-respout", "ocsp.resp")
        yield "OCSP response", read("ocsp.resp"), "CMS.OCSPResponse"
        run("ts", "-query", "-data", "text", "-sha256", "-cert", "-out", "ts.req")
        yield "time stamp request", read("ts.req"), "CMS.TimeStampReq"
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsakey.pem", "-subj", "/CN=tsa", "-days", "9", "-config", "own.cnf",
            "-extensions", "tsaext", "-out", "tsa.pem")
        run("ts", "-reply", "-config", "own.cnf", "-section", "tsa1", "-queryfile", "ts.req", "-out", "ts.resp")
        yield "time stamp response", read("ts.resp"), "CMS.TimeStampResp"
        run("ts", "-reply", "-config", "own.cnf", "-section", "tsa1", "-queryfile", "ts.req", "-token_out", "-out", "ts.token")
        yield "time stamp", read("ts.token"), "CMS.TimeStampToken"

    def made_crl(self):
        self.run("ca", "-gencrl", "-config", "own.cnf", "-keyfile", "rsa.pem", "-cert", "rsa-cert.pem", "-out", "crl2.pem")
        return "crl2.pem"


def sent_by_udp(command, environment=None):
    """The first datagram that a command sends to the port in its arguments."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(20)
        words = [word.replace("PORT", str(server.getsockname()[1])) for word in command]
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        try:
            return server.recvfrom(65536)[0]
        finally:
            child.kill()
            child.wait()


def snmp():
    at, community = "127.0.0.1:PORT", secrets.token_hex(4)
    name = "1.3.6.1.2.1.1.5.0"
    for version in ("1", "2c"):
        common = ["-v", version, "-c", community, "-r", "0", "-t", "5", at]
        yield f"SNMP v{version}, get", sent_by_udp(["snmpget", *common, name]), "SNMP.Message"
        yield f"SNMP v{version}, set", sent_by_udp(["snmpset", *common, name, "s", secrets.token_hex(5)]), "SNMP.Message"
    common = ["-v", "2c", "-c", community, "-r", "0", "-t", "5", at]
    yield "SNMP v2c, get-bulk", sent_by_udp(["snmpbulkget", *common, "1.3.6.1.2.1.2"]), "SNMP.Message"
    yield "SNMP v2c, trap", sent_by_udp(["snmptrap", *common, "77", "1.3.6.1.6.3.1.1.5.3", "1.3.6.1.2.1.2.2.1.1.3", "i", "3"]), "SNMP.Message"
    yield "SNMP v1, trap", sent_by_udp(["snmptrap", "-v", "1", "-c", community, at, "1.3.6.1.4.1.8072", "192.0.2.1", "6", "17", "99"]), "SNMP.Message"
    yield "SNMP v3, discovery", sent_by_udp(["snmpget", "-v", "3", "-u", "me", "-l", "noAuthNoPriv", "-r", "0", "-t", "5", at, name]), "SNMPv3.MessageV3"


BIND_RESPONSE = bytes.fromhex("300c02010161070a010004000400")


def ldap_sent(command):
    """What a command sends after its bind, which is answered."""
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(20)
    words = [word.replace("PORT", str(server.getsockname()[1])) for word in command]
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        link, _ = server.accept()
        link.settimeout(20)
        bind = link.recv(65536)
        link.sendall(BIND_RESPONSE)
        return bind, link.recv(65536)
    finally:
        child.kill()
        child.wait()
        server.close()


def ldap():
    common = ["-x", "-H", "ldap://127.0.0.1:PORT", "-D", "cn=reader,dc=example", "-w", secrets.token_hex(6)]
    bind, search = ldap_sent(["ldapsearch", *common, "-b", "dc=example,dc=org", "(&(objectClass=person)(cn=a*))", "cn", "mail"])
    yield "LDAP, bind", bind, "LDAP.LDAPMessage"
    yield "LDAP, bind response", BIND_RESPONSE, "LDAP.LDAPMessage"
    yield "LDAP, search", search, "LDAP.LDAPMessage"
    yield "LDAP, compare", ldap_sent(["ldapcompare", *common, "cn=me,dc=example", "sn:x"])[1], "LDAP.LDAPMessage"
    yield "LDAP, extended", ldap_sent(["ldapwhoami", *common])[1], "LDAP.LDAPMessage"


KRB5 = """
[libdefaults]
 default_realm = EXAMPLE.ORG
 dns_lookup_kdc = false
 udp_preference_limit = 65000
[realms]
 EXAMPLE.ORG = {{
  kdc = 127.0.0.1:{port}
 }}
"""
KDC = """
[kdcdefaults]
 kdc_listen = 127.0.0.1:{port}
 kdc_tcp_listen = ""
[realms]
 EXAMPLE.ORG = {{
  database_name = {folder}/principal
  key_stash_file = {folder}/stash
  acl_file = {folder}/acl
  supported_enctypes = aes256-cts-hmac-sha1-96:normal
  default_principal_flags = +preauth
 }}
"""


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def kerberos(folder):
    """Sets up a Kerberos realm; returns all messages between a client and the server."""
    folder = Path(folder)
    port = free_port()
    seen = []
    relay = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    relay.bind(("127.0.0.1", 0))
    relay.settimeout(0.2)
    (folder / "krb5.conf").write_text(KRB5.format(port=relay.getsockname()[1]))
    (folder / "kdc.conf").write_text(KDC.format(port=port, folder=folder))
    environment = dict(os.environ, KRB5_CONFIG=str(folder / "krb5.conf"), KRB5_KDC_PROFILE=str(folder / "kdc.conf"),
                       KRB5CCNAME=f"FILE:{folder}/cache", PATH=os.environ["PATH"] + ":/usr/sbin")
    run = lambda words, **more: subprocess.run(words, env=environment, check=True, capture_output=True, timeout=60, **more)
    run(["kdb5_util", "create", "-s", "-r", "EXAMPLE.ORG", "-P", secrets.token_hex(8)])
    password = secrets.token_hex(8)
    run(["kadmin.local", "-q", f"addprinc -pw {password} me"])
    run(["kadmin.local", "-q", "addprinc -randkey host/a.example.org"])
    server = subprocess.Popen(["krb5kdc", "-n", "-P", str(folder / "pid")], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ended = threading.Event()

    def pump():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as inner:
            inner.settimeout(5)
            while not ended.is_set():
                try:
                    octets, client = relay.recvfrom(65536)
                    seen.append(octets)
                    inner.sendto(octets, ("127.0.0.1", port))
                    answer = inner.recv(65536)
                    seen.append(answer)
                    relay.sendto(answer, client)
                except (TimeoutError, ConnectionError):
                    continue

    thread = threading.Thread(target=pump)
    thread.start()
    try:
        for _ in range(20):
            done = subprocess.run(["kinit", "me"], env=environment, input=password.encode() + b"\n", capture_output=True, timeout=60)
            if done.returncode == 0:
                break
        run(["kvno", "host/a.example.org"])
    finally:
        ended.set()
        thread.join()
        server.kill()
        server.wait()
        relay.close()
    kinds = {0x6A: "AS-REQ", 0x7E: "KRB-ERROR", 0x6B: "AS-REP", 0x6C: "TGS-REQ", 0x6D: "TGS-REP"}
    for octets in seen:
        kind = kinds.pop(octets[0], None)
        if kind:
            yield f"Kerberos, {kind}", octets, "Kerberos.KerberosMessage"


def all_files(folder):
    """All files, and the names of missing tools."""
    makers = [
        (["openssl"], lambda: Openssl(folder).files()),
        (["snmpget", "snmptrap"], snmp),
        (["ldapsearch"], ldap),
        (["kinit", "krb5kdc", "kadmin.local"], lambda: kerberos(folder)),
    ]
    files, missing = [], []
    for tools, make in makers:
        path = os.environ["PATH"] + ":/usr/sbin"
        lacking = [tool for tool in tools if not shutil.which(tool, path=path)]
        if lacking:
            missing += lacking
        else:
            files += make()
    return files, missing
