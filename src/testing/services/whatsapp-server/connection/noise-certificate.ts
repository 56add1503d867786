/**
 * A certificate chain recorded from a real WhatsApp server, as published with `@openclaw/crabline`.
 *
 * The client checks that the chain is signed by WhatsApp's long-term key, which nobody outside WhatsApp can do
 * for a key of their own. It does not compare the leaf certificate with the server's static key, so presenting
 * a genuine chain is enough for an unmodified client to talk to this server. The chain holds public data only.
 */
export const RECORDED_CERTIFICATE_CHAIN: Uint8Array = Buffer.from(
  'CncKMwjjAhADGiCRKg7Kg1iu4CSulwLBaxX51Tefw6VXGgZqcr5OEbXIRiDQ04bOBijQjZ/TBhJA34Bj82jAHhLpCWBNVBlGnFDieamd8+138S57' +
    'uMt9ke9mrn5r4+VepwBPKEgHjob6bR70rlCmWDkxZv+CfVjIAxJ2CjIIAxAAGiAcUamsMDmUxsjQuS6hh4pTNHZZnMWZ++o1mX2aqQzOYiCAka6+' +
    'Bij/3rfcBhJAJw8pRkhTn+1IcOJQVN1OlZg6uikYnCumyO7acFVVX3U3QPXsGSq2TCbCbWrebSC593Su43EgprIDlfU8ZgWFBw==',
  'base64',
)
