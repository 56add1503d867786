import type { ProblemValues, SourceProblem } from './source-problems.contract'

type Texts = Record<SourceProblem, (v: ProblemValues) => string>

const en: Texts = {
  addressInvalid: () =>
    'The address of the database is not valid. It looks like postgres://user:password@host:5432/database.',
  databaseLost: (v) => `The connection to the database at ${v['place']} was lost.`,
  databaseSilent: (v) => `The database at ${v['place']} does not answer (${v['why']}).`,
  databaseRefuses: (v) => `The database at ${v['place']} refuses: ${v['why']}.`,
  encoding: (v) => `The dump is encoded in ${v['encoding']}. Dump it with pg_dump --encoding=UTF8.`,
  fileMissing: (v) => `There is no file ${v['path']}.`,
  folderUnknown: (v) => `The folder ${v['path']} is no dump of pg_dump: it has no toc.dat.`,
  fileEmpty: () => 'The file is empty.',
  packed: (v) => `The file is packed (${v['form']}). Unpack it first.`,
  tar: () => 'The file is a tar archive. Unpack it first.',
  sqlite: () => 'The file is an SQLite database, not a dump.',
  utf16: () =>
    'The dump was written as UTF-16, as PowerShell does with ">", which damages accents. Dump again with pg_dump --file.',
  packedShort: () => 'The dump was cut short: its packed data ends too early.',
  packedDamaged: () => 'The packed dump is damaged.',
  rowTooLong: () => 'The dump has a row of more than 256 MB, or a quote that is never closed.',
  noRows: () => 'The source has the tables of such a system, but no rows. Was it dumped with --schema-only?',
  columnsUnnamed: (v) =>
    `The rows of ${v['table']} name no columns, and the dump does not say how the table was created. Dump it with its schema.`,
  severalSystems: (v) =>
    `The dump holds several such systems: ${v['names']}. Dump only the one that is to be moved in.`,
  otherSystem: (v) =>
    `This is no database of ${v['system']}, which has ${v['core']}. It has ${v['found'] || 'no tables'}.`,
  restoreMissing: () =>
    'This dump can only be read by pg_restore, which is not installed. Install it (apt-get install postgresql-client), or dump again with pg_dump --format=plain.',
  restoreOld: (v) =>
    `This machine's ${v['version']} is too old for the dump (${v['why']}). Install the client of the PostgreSQL that made it, or dump again with pg_dump --format=plain.`,
  restoreShort: (v) => `The dump was cut short: pg_restore says "${v['why']}".`,
  restoreFailed: (v) => `The dump cannot be read: pg_restore says "${v['why']}".`,
  endMissing: (v) =>
    `The dump was cut short${v['table'] ? ` after the rows of ${v['table']}` : ' before its first rows'}: its last line, "${v['line']}", is missing.`,
  otherForm: (v) =>
    `The rows of ${v['table']} are in another form than pg_dump writes, such as CSV. Dump with pg_dump.`,
  rowDamaged: (v) =>
    `The dump is damaged: ${v['row'] ? `row ${v['row']}` : 'a row'} of ${v['table']} has ${v['found']} instead of ${v['expected']} values.`,
  cutShort: (v) => {
    const parts: Record<string, string> = { rows: 'its rows', statement: 'a statement', comment: 'a comment' }
    const part = parts[v['part'] ?? ''] ?? (v['row'] ? `row ${v['row']} of an INSERT` : 'an INSERT')
    const rows = v['rows'] === undefined ? '' : ` after ${v['rows']} rows`
    return `The dump was cut short within ${part}${v['table'] ? ` of ${v['table']}` : ''}${rows}.`
  },
  companyMissing: () => 'The source holds no such company.',
  diskFull: () => 'The disk is full.',
  redisAddress: () => 'The address of Redis begins with redis:// or rediss://.',
  redisSilent: (v) => `Redis cannot be read (${v['code']}). Check its address and password.`,
}

const pt: Texts = {
  addressInvalid: () =>
    'O endereço do banco não é válido. Ele tem a forma postgres://usuário:senha@servidor:5432/banco.',
  databaseLost: (v) => `A conexão com o banco em ${v['place']} caiu.`,
  databaseSilent: (v) => `O banco em ${v['place']} não responde (${v['why']}).`,
  databaseRefuses: (v) => `O banco em ${v['place']} recusa: ${v['why']}.`,
  encoding: (v) => `A cópia está codificada em ${v['encoding']}. Faça-a com pg_dump --encoding=UTF8.`,
  fileMissing: (v) => `O arquivo ${v['path']} não existe.`,
  folderUnknown: (v) => `A pasta ${v['path']} não é uma cópia do pg_dump: falta toc.dat.`,
  fileEmpty: () => 'O arquivo está vazio.',
  packed: (v) => `O arquivo está compactado (${v['form']}). Descompacte-o primeiro.`,
  tar: () => 'O arquivo é um pacote tar. Descompacte-o primeiro.',
  sqlite: () => 'O arquivo é um banco SQLite, não uma cópia.',
  utf16: () =>
    'A cópia foi gravada em UTF-16, como faz o PowerShell com ">", o que estraga os acentos. Faça-a de novo com pg_dump --file.',
  packedShort: () => 'A cópia está incompleta: os dados compactados terminam cedo demais.',
  packedDamaged: () => 'A cópia compactada está danificada.',
  rowTooLong: () => 'A cópia tem uma linha de mais de 256 MB, ou aspas que nunca se fecham.',
  noRows: () => 'A origem tem as tabelas de um sistema desses, mas nenhuma linha. Foi copiada com --schema-only?',
  columnsUnnamed: (v) =>
    `As linhas de ${v['table']} não dizem as colunas, e a cópia não diz como a tabela foi criada. Faça-a com o esquema.`,
  severalSystems: (v) => `A cópia tem vários sistemas desses: ${v['names']}. Copie só o que vai ser importado.`,
  otherSystem: (v) =>
    `Este não é um banco de ${v['system']}, que tem ${v['core']}. Ele tem ${v['found'] || 'nenhuma tabela'}.`,
  restoreMissing: () =>
    'Esta cópia só pode ser lida pelo pg_restore, que não está instalado. Instale-o (apt-get install postgresql-client) ou faça a cópia com pg_dump --format=plain.',
  restoreOld: (v) =>
    `O ${v['version']} desta máquina é antigo demais para a cópia (${v['why']}). Instale o cliente do PostgreSQL que a fez, ou faça-a com pg_dump --format=plain.`,
  restoreShort: (v) => `A cópia está incompleta: o pg_restore diz "${v['why']}".`,
  restoreFailed: (v) => `A cópia não pode ser lida: o pg_restore diz "${v['why']}".`,
  endMissing: (v) =>
    `A cópia está incompleta${v['table'] ? ` depois das linhas de ${v['table']}` : ' antes das primeiras linhas'}: falta a última linha, "${v['line']}".`,
  otherForm: (v) => `As linhas de ${v['table']} não estão na forma do pg_dump; parecem CSV. Faça a cópia com pg_dump.`,
  rowDamaged: (v) =>
    `A cópia está danificada: ${v['row'] ? `a linha ${v['row']}` : 'uma linha'} de ${v['table']} tem ${v['found']} em vez de ${v['expected']} valores.`,
  cutShort: (v) => {
    const parts: Record<string, string> = { rows: 'nas linhas', statement: 'num comando', comment: 'num comentário' }
    const part = parts[v['part'] ?? ''] ?? (v['row'] ? `na linha ${v['row']} de um INSERT` : 'num INSERT')
    const rows = v['rows'] === undefined ? '' : ` depois de ${v['rows']} linhas`
    return `A cópia está incompleta: termina ${part}${v['table'] ? ` de ${v['table']}` : ''}${rows}.`
  },
  companyMissing: () => 'A origem não tem essa empresa.',
  diskFull: () => 'O disco está cheio.',
  redisAddress: () => 'O endereço do Redis começa com redis:// ou rediss://.',
  redisSilent: (v) => `O Redis não pode ser lido (${v['code']}). Confira o endereço e a senha.`,
}

const es: Texts = {
  addressInvalid: () =>
    'La dirección de la base de datos no es válida. Tiene la forma postgres://usuario:clave@servidor:5432/base.',
  databaseLost: (v) => `Se perdió la conexión con la base de datos en ${v['place']}.`,
  databaseSilent: (v) => `La base de datos en ${v['place']} no responde (${v['why']}).`,
  databaseRefuses: (v) => `La base de datos en ${v['place']} rechaza: ${v['why']}.`,
  encoding: (v) => `La copia está codificada en ${v['encoding']}. Hágala con pg_dump --encoding=UTF8.`,
  fileMissing: (v) => `El archivo ${v['path']} no existe.`,
  folderUnknown: (v) => `La carpeta ${v['path']} no es una copia de pg_dump: falta toc.dat.`,
  fileEmpty: () => 'El archivo está vacío.',
  packed: (v) => `El archivo está comprimido (${v['form']}). Descomprímalo primero.`,
  tar: () => 'El archivo es un paquete tar. Descomprímalo primero.',
  sqlite: () => 'El archivo es una base SQLite, no una copia.',
  utf16: () =>
    'La copia se grabó en UTF-16, como hace PowerShell con ">", lo que daña los acentos. Hágala de nuevo con pg_dump --file.',
  packedShort: () => 'La copia está incompleta: los datos comprimidos terminan demasiado pronto.',
  packedDamaged: () => 'La copia comprimida está dañada.',
  rowTooLong: () => 'La copia tiene una fila de más de 256 MB, o comillas que nunca se cierran.',
  noRows: () => 'El origen tiene las tablas de un sistema así, pero ninguna fila. ¿Se copió con --schema-only?',
  columnsUnnamed: (v) =>
    `Las filas de ${v['table']} no nombran sus columnas, y la copia no dice cómo se creó la tabla. Hágala con el esquema.`,
  severalSystems: (v) => `La copia tiene varios sistemas así: ${v['names']}. Copie solo el que se va a importar.`,
  otherSystem: (v) =>
    `Esta no es una base de datos de ${v['system']}, que tiene ${v['core']}. Tiene ${v['found'] || 'ninguna tabla'}.`,
  restoreMissing: () =>
    'Esta copia solo la puede leer pg_restore, que no está instalado. Instálelo (apt-get install postgresql-client) o haga la copia con pg_dump --format=plain.',
  restoreOld: (v) =>
    `El ${v['version']} de esta máquina es demasiado antiguo para la copia (${v['why']}). Instale el cliente del PostgreSQL que la hizo, o hágala con pg_dump --format=plain.`,
  restoreShort: (v) => `La copia está incompleta: pg_restore dice "${v['why']}".`,
  restoreFailed: (v) => `La copia no se puede leer: pg_restore dice "${v['why']}".`,
  endMissing: (v) =>
    `La copia está incompleta${v['table'] ? ` después de las filas de ${v['table']}` : ' antes de las primeras filas'}: falta la última línea, "${v['line']}".`,
  otherForm: (v) => `Las filas de ${v['table']} no tienen la forma de pg_dump; parecen CSV. Haga la copia con pg_dump.`,
  rowDamaged: (v) =>
    `La copia está dañada: ${v['row'] ? `la fila ${v['row']}` : 'una fila'} de ${v['table']} tiene ${v['found']} en vez de ${v['expected']} valores.`,
  cutShort: (v) => {
    const parts: Record<string, string> = {
      rows: 'en las filas',
      statement: 'en un comando',
      comment: 'en un comentario',
    }
    const part = parts[v['part'] ?? ''] ?? (v['row'] ? `en la fila ${v['row']} de un INSERT` : 'en un INSERT')
    const rows = v['rows'] === undefined ? '' : ` después de ${v['rows']} filas`
    return `La copia está incompleta: termina ${part}${v['table'] ? ` de ${v['table']}` : ''}${rows}.`
  },
  companyMissing: () => 'El origen no tiene esa empresa.',
  diskFull: () => 'El disco está lleno.',
  redisAddress: () => 'La dirección de Redis empieza con redis:// o rediss://.',
  redisSilent: (v) => `No se puede leer Redis (${v['code']}). Revise su dirección y contraseña.`,
}

export const problemTexts = { pt, en, es }
