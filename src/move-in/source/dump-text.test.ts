import { describe, expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withSource } from '../../testing/move-in/read-text'
import { DumpReader } from './read-dump'
import { createScratchFile } from './scratch-file'
import { SourceTables } from './source-tables'
import { SourceWindow } from './source-window'

const core = ['Contacts', 'Tickets', 'Whatsapps']
  .map((table) => `CREATE TABLE public."${table}" (id integer NOT NULL);`)
  .join('\n')

/** Users have what the tests look at. */
const schema = `${core}
CREATE TABLE public."Users" (
    id integer NOT NULL,
    name character varying(255) DEFAULT 'it''s; (a default), "quoted"'::character varying NOT NULL,
    key jsonb,
    "createdAt" timestamp with time zone NOT NULL,
    online boolean DEFAULT false,
    CONSTRAINT "Users_pkey" PRIMARY KEY (id)
);
`

const usersOf = (text: string | Buffer) =>
  withSource(typeof text === 'string' ? Buffer.from(text) : text, ({ rows }) =>
    rows('SELECT id, name, key, createdAt, online FROM Users').map((row) => Object.values(row)),
  )

const refusalOf = (text: string | Buffer) =>
  usersOf(text).then(
    () => 'read',
    (error: Error) => error.message,
  )

const escapes = [
  ['\\b\\f\\n\\r\\t\\v', '\b\f\n\r\t\v'],
  ['a\\\\Nb', 'a\\Nb'],
  ['\\\\N', '\\N'],
  ['\\\\.', '\\.'],
  ['\\x41\\x4a\\101\\7', 'AJA\x07'],
  ['\\xc3\\xa9 \\303\\247', 'é ç'],
  ['\\q\\"\\\'', 'q"\''],
  ['C:\\\\x41', 'C:\\x41'],
  ['', ''],
  ['\\N', null],
] as const

test.each(escapes)('COPY writes %j for %j', async (written, meant) => {
  const text = `${schema}COPY public."Users" (id, name, "createdAt") FROM stdin;\n1\t${written}\t2025-01-02 00:04:05.678-03\n\\.\n`
  expect(await usersOf(text)).toEqual([['1', meant, null, '2025-01-02 03:04:05.678+00', null]])
})

const literals = [
  [`'it''s'`, `it's`],
  [`'a\\nb'`, 'a\\nb'],
  [`E'a\\nb\\'c''d\\\\e\\x41\\101\\u00e9\\U0001F600'`, `a\nb'c'd\\eAAé😀`],
  [`e'\\\\'`, '\\'],
  [`$$it's $1 \\n$$`, `it's $1 \\n`],
  [`$tag$a $$ b$tag$`, 'a $$ b'],
  [`'{"a": 1}'::jsonb`, '{"a": 1}'],
  [`CAST('x, y' AS text)`, 'x, y'],
  [`'a);\n-- b'`, 'a);\n-- b'],
  ['NULL', null],
  ['null::character varying', null],
  [`''`, ''],
  ['true', 't'],
  [`'true'`, 'true'],
  ['-12.5e+10', '-12.5e+10'],
  [`'/* "x" */'`, '/* "x" */'],
  ['DEFAULT', null],
  [`text 'typed'`, 'typed'],
] as const

test.each(literals)('INSERT writes %s for %j', async (written, meant) => {
  const text = `${schema}INSERT INTO public."Users" (id, name, "createdAt", online) VALUES (1, ${written}, '2025-01-02 03:04:05+00', TRUE) , -- first
  (2,${written},timestamptz '2025-01-02T03:04:05.6780Z',false)
  ON CONFLICT DO NOTHING;`
  expect(await usersOf(text)).toEqual([
    ['1', meant, null, '2025-01-02 03:04:05+00', 't'],
    ['2', meant, null, '2025-01-02 03:04:05.678+00', 'f'],
  ])
})

test('the rows of INSERT are in the order of CREATE TABLE where they name no columns', async () => {
  const text = `${schema}INSERT INTO "Users" VALUES (7, 'Ana', NULL, '2025-01-02 03:04:05+05:30', true);`
  expect(await usersOf(text)).toEqual([['7', 'Ana', null, '2025-01-01 21:34:05+00', 't']])
})

describe('what a dump has besides rows', () => {
  const rows = 'COPY "Users" (id, name) FROM stdin;\n1\tAna\n\\.\n'

  test('functions, large texts and commands of psql are passed by', async () => {
    const text = `\\restrict x;'y\n/* a /* nested */ ; 'comment */
SET statement_timeout = 0;
CREATE FUNCTION public.f() RETURNS trigger LANGUAGE plpgsql AS $_$ BEGIN INSERT INTO "Users" VALUES (9, 'no'); END; $_$;
COMMENT ON TABLE public."Users" IS 'INSERT INTO "Users" VALUES (8, ''no'');';
${schema}ALTER TABLE ONLY public."Users" ADD COLUMN "x;y" text DEFAULT E'\\';';
${rows}SELECT pg_catalog.setval('public."Users_id_seq"', 1, true);
CREATE INDEX i ON public."Users" USING btree (name);
\\unrestrict x\n-- no end of line`
    expect(await usersOf(text)).toEqual([['1', 'Ana', null, null, null]])
  })

  test('other schemas and tables are told apart', async () => {
    const other = `CREATE SCHEMA backup;\nCREATE TABLE backup."Users" (id integer, name text);\nCOPY backup."Users" (id, name) FROM stdin;\n5\told\n\\.\n`
    const unknown = `CREATE TABLE public.knex ("a b" text);\nCOPY public.knex ("a b") FROM stdin;\n1\n2\n\\.\n`
    await withSource(Buffer.from(other + schema + unknown + rows), (read) => {
      expect(read.rows('SELECT id FROM Users')).toEqual([{ id: '1' }])
      expect(read.summary.unknownTables).toEqual({ knex: 2 })
      expect(read.summary.counts).toEqual({ Contacts: 0, Tickets: 0, Whatsapps: 0, Users: 1 })
      expect(read.summary.unknownColumns).toEqual({ Users: ['key', 'online'] })
      expect(read.summary.missingColumns['Users']).toContain('passwordHash')
    })
  })

  test('a schema of another name is read if it is the only one, also as pg_dump 10 names it', async () => {
    expect(
      await usersOf((schema + rows).replaceAll('public.', 'whaticket.').replace('COPY ', 'COPY whaticket.')),
    ).toHaveLength(1)
    expect(
      await usersOf(`SET search_path = whaticket, pg_catalog;\n${schema.replaceAll('public.', '')}${rows}`),
    ).toHaveLength(1)
  })

  test('of several databases only one may be such a system', async () => {
    const one = `\\connect one\n${schema}${rows}`
    expect(await usersOf(`\\connect postgres\nCREATE TABLE t (a int);\n${one}`)).toHaveLength(1)
    expect(await refusalOf(`${one}\\connect -reuse-previous=on "dbname='two'"\n${schema}${rows}`)).toContain(
      'several such systems: one.public, two.public',
    )
  })

  test('the encoding is as the dump says', async () => {
    const text = `SET client_encoding = 'LATIN1';\n${schema}${rows.replace('Ana', 'Jo\xe3o')}`
    expect(await usersOf(Buffer.from(text, 'latin1'))).toEqual([['1', 'João', null, null, null]])
    expect(await usersOf(Buffer.from(text.replace('LATIN1', 'WIN1252').replace('\xe3', '\x80'), 'latin1'))).toEqual([
      ['1', 'Jo€o', null, null, null],
    ])
    expect(await refusalOf(text.replace('LATIN1', 'SJIS'))).toContain('encoded in SJIS')
  })

  test('what an editor has saved in the encoding of Windows is read in it, whatever the dump says', async () => {
    const text = `SET client_encoding = 'UTF8';\n${schema}${rows.replace('Ana', 'Jo\xe3o \x80')}`
    expect(await usersOf(Buffer.from(text, 'latin1'))).toEqual([['1', 'João €', null, null, null]])
  })

  test('columns that differ by their case, or are called as SQLite calls its own, are told apart', async () => {
    const wider = schema.replace('    name', '    "NAME" text, "rowid" text, "_at" text,\n    name')
    const more = rows.replace('(id, name)', '(id, "NAME", rowid, "_at", name)').replace('Ana', 'outra\t7\tx\tAna')
    expect(await usersOf(wider + more)).toEqual([['1', 'Ana', null, null, null]])
  })

  test('Ctrl+Z at its end is no statement', async () => {
    expect(await usersOf(`${schema}${rows}\x1a`)).toHaveLength(1)
  })

  test('NUL and invalid bytes between valid ones become U+FFFD', async () => {
    const text = Buffer.from(`${schema}${rows.replace('Ana', 'a@b@cé')}`)
    const [nul = 0, invalid = 0] = [text.indexOf('a@b') + 1, text.indexOf('b@c') + 1]
    text[nul] = 0
    text[invalid] = 0xff
    expect(await usersOf(text)).toEqual([['1', 'a\ufffdb\ufffdcé', null, null, null]])
  })

  test('with standard_conforming_strings off a backslash escapes', async () => {
    const text = `SET standard_conforming_strings = off;\n${schema}INSERT INTO "Users" (id, name) VALUES (1, 'a\\'b\\\\');`
    expect(await usersOf(text)).toEqual([['1', "a'b\\", null, null, null]])
  })
})

describe('a dump that is cut short is refused by name', () => {
  const head = '--\n-- PostgreSQL database dump\n--\n'
  const whole = `${head}${schema}COPY "Users" (id, name) FROM stdin;\n1\tAna\n2\tBruno\n\\.\n\n--\n-- PostgreSQL database dump complete\n--\n`

  test.each([
    ['2\tBru', 'The dump was cut short within its rows of Users after 1 rows.'],
    ['2\tBruno\n', 'The dump was cut short within its rows of Users after 2 rows.'],
    [
      '\\.\n',
      'The dump was cut short after the rows of Users: its last line, "-- PostgreSQL database dump complete", is missing.',
    ],
    ['"Users" (\n    id integer NOT NULL,', 'The dump was cut short within a statement.'],
  ])('after %j', async (last, said) => {
    expect(await usersOf(whole)).toHaveLength(2)
    expect(await refusalOf(whole.slice(0, whole.indexOf(last) + last.length))).toBe(said)
  })

  test('within its packed data', async () => {
    const packed = Buffer.from(Bun.gzipSync(Buffer.from(whole)))
    expect(await refusalOf(packed.subarray(0, packed.length - 30))).toBe(
      'The dump was cut short: its packed data ends too early.',
    )
    packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 1
    expect(await refusalOf(packed)).toBe('The packed dump is damaged.')
  })

  test('within an INSERT', async () => {
    const rows = `INSERT INTO "Users" (id, name) VALUES (1, 'Ana'), (2, 'Bru`
    expect(await refusalOf(`${schema}${rows}`)).toBe('The dump was cut short within row 2 of an INSERT of Users.')
    expect(await refusalOf(`${schema}${rows}no')`)).toBe('The dump was cut short within an INSERT of Users.')
  })
})

test.each([
  ['', 'The file is empty.'],
  ['CREATE TABLE a (b int);', 'It has a.'],
  [schema, 'no rows'],
  ['PK\x03\x04rest', 'packed (ZIP)'],
  ['\x04"M\x18rest', 'packed (lz4)'],
  [[...schema].map((letter) => `${letter}\0`).join(''), 'written as UTF-16'],
  [`${schema}COPY "Users" (id, name) FROM stdin WITH (FORMAT csv, HEADER);\nid,name\n\\.\n`, 'such as CSV'],
  [`${schema}COPY "Users" (id, name) FROM stdin DELIMITER '|' NULL '';\n1|\n\\.\n`, 'in another form'],
  ['COPY "Users" FROM stdin;\n1\n\\.\n', 'The rows of Users name no columns'],
  [`${schema}COPY "Users" (id, name) FROM stdin;\n1\tAna\n2\n\\.\n`, 'row 2 of Users has 1 instead of 2 values'],
  [`${schema}INSERT INTO "Users" (id, name) VALUES (1);`, 'a row of Users has 1 instead of 2 values'],
])('what is no such dump is refused: %j', async (text, said) => {
  expect(await refusalOf(text)).toContain(said)
})

test('where pieces of the stream end makes no difference', async () => {
  const rows = escapes.map(([written], index) => `${index}\t${written}\t2025-01-02 03:04:05+00`).join('\n')
  const values = literals.map(([written], index) => `(${index}, ${written}, '2025-01-02 03:04:05+00')`)
  const text = Buffer.from(
    `--\n-- PostgreSQL database dump\n--\n/* ç /* */ */${schema}COPY "Users" (id, name, "createdAt") FROM stdin;\r\n${rows}\n\\.\n
INSERT INTO "Users" (id, name, "createdAt") VALUES ${values.join(' , --x\n')};\n-- PostgreSQL database dump complete\n`,
  )
  const expected = await usersOf(text)
  expect(expected).toHaveLength(escapes.length + literals.length)
  for (const size of [1, 2, 3, 5, 7, 16, 61, 250]) {
    async function* pieces() {
      for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
    }
    const scratch = createScratchFile(join(tmpdir(), `recado-pieces-${Bun.randomUUIDv7()}`))
    try {
      await new DumpReader(new SourceWindow(pieces()), new SourceTables(scratch), () => {}).read()
      const found = scratch.file.query('SELECT id, name, key, createdAt, online FROM Users').values()
      expect({ size, found }).toEqual({ size, found: expected })
    } finally {
      scratch.abandon()
    }
  }
})
