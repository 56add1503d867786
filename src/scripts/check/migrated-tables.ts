import { join } from 'node:path'

/** The tables that the migrations leave. @param folder such as `platform`, or `*` */
export async function listMigratedTables(root: string, folder: string): Promise<string[]> {
  const tables = new Set<string>()
  for (const file of [...new Bun.Glob(`migrations/${folder}/*.sql`).scanSync({ cwd: root })].toSorted()) {
    const text = (await Bun.file(join(root, file)).text()).replace(/--.*$/gm, '')
    for (const [, created, dropped] of text.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)|DROP TABLE (\w+)/g)) {
      if (created) tables.add(created)
      if (dropped) tables.delete(dropped)
    }
    for (const [, from = '', to = ''] of text.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/g)) {
      tables.delete(from)
      tables.add(to)
    }
  }
  return [...tables]
}
