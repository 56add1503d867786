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

/** MySQL 8.0 Reference Manual, 4.5.4 mysqldump, with its default options, and 9.7 Comments, of the versions that a server obeys (2026-11-30). */
test('what MySQL 8 writes besides rows is passed by', async () => {
  const text = `-- MySQL dump 10.13  Distrib 8.0.40, for Linux (x86_64)
--
-- Host: localhost    Database: whaticket
-- ------------------------------------------------------
-- Server version	8.0.40

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
/*!40103 SET TIME_ZONE='+00:00' */;
SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN;
SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ '3e11fa47-71ca-11e1-9e33-c80aa9429562:1-77';
CREATE DATABASE /*!32312 IF NOT EXISTS*/ \`whaticket\` /*!40100 DEFAULT CHARACTER SET utf8mb4 */ /*!80016 DEFAULT ENCRYPTION='N' */;
USE \`whaticket\`;
DROP TABLE IF EXISTS \`Users\`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE \`Users\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`name\` varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci DEFAULT (concat(_utf8mb4'a',_utf8mb4'b')),
  \`key\` json DEFAULT NULL COMMENT 'a, (b) \\'c\\'',
  \`createdAt\` datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  \`online\` tinyint(1) GENERATED ALWAYS AS ((\`id\` > 1)) STORED,
  \`hidden\` int DEFAULT NULL /*!80023 INVISIBLE */,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`lower\` ((lower(\`name\`))),
  CONSTRAINT \`positive\` CHECK ((\`id\` > 0))
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
CREATE TABLE \`Contacts\` (\`id\` int NOT NULL); CREATE TABLE \`Tickets\` (\`id\` int NOT NULL); CREATE TABLE \`Whatsapps\` (\`id\` int NOT NULL);
LOCK TABLES \`Users\` WRITE;
/*!40000 ALTER TABLE \`Users\` DISABLE KEYS */;
INSERT INTO \`Users\` (\`id\`, \`name\`, \`key\`, \`createdAt\`) VALUES (1,'Ana','{\\"a\\": \\"b\\\\\\\\c\\"}','2025-01-02 03:04:05.678'),(2,'Zé',NULL,'2025-01-02 03:04:05.000');
/*!40000 ALTER TABLE \`Users\` ENABLE KEYS */;
UNLOCK TABLES;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`%\`*/ /*!50003 TRIGGER \`t\` BEFORE INSERT ON \`Users\` FOR EACH ROW SET NEW.name = 'x' */;;
-- Dump completed
`
  await withSource(Buffer.from(text), ({ rows, summary }) => {
    expect(summary.kind).toBe('mysql')
    expect(rows('SELECT id, name, key, createdAt FROM Users')).toEqual([
      { id: '1', name: 'Ana', key: '{"a": "b\\\\c"}', createdAt: '2025-01-02 03:04:05.678+00' },
      { id: '2', name: 'Zé', key: null, createdAt: '2025-01-02 03:04:05+00' },
    ])
  })
})
