import { afterEach, beforeEach, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonTexts } from '../../move-in/report/reason-texts.contract'
import { moveIn } from '../../move-in/write/move-in'
import { createWorld, type World } from '../world/world'
import { writeScratch } from './scratch'

export const at = (minute: number) => new Date(Date.UTC(2025, 2, 3, 12, minute))
export const times = (minute: number) => ({ createdAt: at(minute), updatedAt: at(minute) })
const company = { id: 3, name: 'Padaria', planId: 1, status: true, ...times(0) }
const plan = { id: 1, name: 'Ouro', users: 10, connections: 3, queues: 9, amount: '1.099,90', ...times(0) }
export const admin = {
  id: 5,
  name: 'Rosa',
  email: 'rosa@padaria.test',
  passwordHash: 'x',
  profile: 'admin',
  companyId: 3,
  ...times(1),
}
export const line = { id: 9, name: 'Loja', companyId: 3, ...times(1) }
export const contact = { id: 20, name: 'Zé', number: '5511988880009', companyId: 3, whatsappId: 9, ...times(3) }
export const ticket = {
  id: 30,
  status: 'closed',
  contactId: 20,
  userId: 5,
  whatsappId: 9,
  companyId: 3,
  ...times(5),
}

type Tables = Parameters<typeof writeScratch>[2]
type Options = Partial<Parameters<typeof moveIn>[1]>

/** For a file of tests: before each, a world into which a bakery of another system is moved. */
export function createBakery() {
  let bakery: { world: World; folder: string }
  beforeEach(async () => {
    bakery = { world: await createWorld(), folder: mkdtempSync(join(tmpdir(), 'recado-move-in-')) }
  })
  afterEach(async () => {
    await bakery.world.stop()
    rmSync(bakery.folder, { recursive: true, force: true })
  })

  async function move(dialect: 'C' | 'T' | 'G', tables: Tables, options: Options = {}) {
    const { world, folder } = bakery
    const scratch = join(folder, 'scratch.sqlite')
    const whole = dialect === 'C' ? tables : { Plans: [plan], Companies: [company], Users: [admin], ...tables }
    writeScratch(scratch, dialect, whole)
    const report = await moveIn(world.platform, { scratch, media: folder, ...options })
    const [moved] = report.companies
    expect(moved?.error).toBe('')
    expect(moved?.check).toMatchObject({ damage: null, orphans: 0 })
    const ctx = world.ctx(moved?.companyId ?? 0)
    const all = (text: string) => ctx.company.sqlite.query(text).all()
    const notes = moved?.notes.map(({ code, values }) => reasonTexts.en.notes[code](values)) ?? []
    return { report, moved, all, notes, table: (name: string) => moved?.tables.find((one) => one.table === name) }
  }

  return { bakery: () => bakery, move }
}
