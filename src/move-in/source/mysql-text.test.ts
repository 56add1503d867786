import { expect, test } from 'bun:test'
import { withSource } from '../../testing/move-in/read-text'

const schema = `-- MySQL dump 10.13  Distrib 8.0.40, for Linux (x86_64)
/*!40101 SET NAMES utf8mb4 */;
CREATE TABLE \`Contacts\` (\`id\` int NOT NULL); CREATE TABLE \`Tickets\` (\`id\` int NOT NULL); CREATE TABLE \`Whatsapps\` (\`id\` int NOT NULL);
CREATE TABLE \`Users\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`name\` varchar(255) COLLATE utf8mb4_bin DEFAULT 'it''s; (a default)' COMMENT 'not \\'a\\' column',
  \`key\` bit(1) DEFAULT b'0',
  \`createdAt\` datetime NOT NULL,
  \`online\` tinyint(1) DEFAULT '0',
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`email\` (\`name\`),
  KEY \`other\` (\`createdAt\`),
  CONSTRAINT \`Users_ibfk_1\` FOREIGN KEY (\`id\`) REFERENCES \`Contacts\` (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`
const end = '\n-- Dump completed on 2025-01-02  3:04:05\n'

const usersOf = (text: string | Buffer, head = schema) =>
  withSource(Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from(end)]), ({ rows }) =>
    rows('SELECT id, name, key, createdAt, online FROM Users').map((row) => Object.values(row)),
  )

/** MySQL 8.4 Reference Manual, 11.1.1 String Literals, table 11.1, and 11.1.4 and 11.1.5 Hexadecimal and Bit-Value Literals. */
test.each([
  [`'\\'\\"'`, `'"`],
  [`'\\b\\n\\r\\t\\Z'`, '\b\n\r\t\x1a'],
  [`'a\\0b'`, 'a\ufffdb'],
  [`'\\\\n'`, '\\n'],
  [`'\\%\\_'`, '\\%\\_'],
  [`'\\x\\q'`, 'xq'],
  [`'it''s \\''`, `it's '`],
  [`"it's ""so"" \\""`, `it's "so" "`],
  [`_utf8mb4'é😀'`, 'é😀'],
  [`_binary 'a\\\\'`, 'a\\'],
  [`X'4D7953514C'`, 'MySQL'],
  ['0x4D7953514C', 'MySQL'],
  ['NULL', null],
  [`'NULL'`, 'NULL'],
  [`'\\\\'`, '\\'],
  [`'),(2,\\'x'`, `),(2,'x`],
])('an INSERT writes %s for %j', async (written, meant) => {
  const rows = `INSERT INTO \`Users\` VALUES (1,${written},b'1','2025-01-02 03:04:05',1),(2,${written},_binary '\\0','0000-00-00 00:00:00',0);`
  expect(await usersOf(rows)).toEqual([
    ['1', meant, 't', '2025-01-02 03:04:05+00', 't'],
    ['2', meant, 'f', null, 'f'],
  ])
})

test('names in lower case are those of the family, and other encodings and DELIMITER are understood', async () => {
  const rows = Buffer.from(
    "INSERT INTO `users` VALUES (1,'Jo\xe3o \x80',NULL,'2025-01-02 03:04:05.120000',NULL);",
    'latin1',
  )
  const lower = schema
    .replaceAll(/TABLE `(\w+)`/g, (whole) => whole.replace(/`\w+`/, (name) => name.toLowerCase()))
    .replace('utf8mb4 */', 'latin1 */')
  const trigger =
    "DELIMITER ;;\nCREATE TRIGGER t BEFORE INSERT ON `users` FOR EACH ROW BEGIN SET @a = 'x;'; END ;;\nDELIMITER ;\n"
  expect(await usersOf(Buffer.concat([Buffer.from(trigger), rows]), lower)).toEqual([
    ['1', 'João €', null, '2025-01-02 03:04:05.12+00', null],
  ])
})

test('a dump without its last line was cut short', async () => {
  const text = Buffer.from(`${schema}INSERT INTO \`Users\` VALUES (1,'a',NULL,'2025-01-02 03:04:05',1);\n`)
  expect(await withSource(text, () => 'read').catch((error: Error) => error.message)).toBe(
    'The dump was cut short after the rows of Users: its last line, "-- Dump completed", is missing.',
  )
})
