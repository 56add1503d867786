import { expect, test } from 'bun:test'
import { messageImportTable } from '../../src/connection/history/message-import.tables'
import { browserTestMs, expectFitsPhone, findBarriers } from '../../src/testing/browser/browser'
import { readConnection, setSession } from '../../src/testing/conversation/connections'
import { addTicket } from '../../src/testing/conversation/tickets'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import type { World } from '../../src/testing/world/world'

const { open, dialog, field, row, save, toast, withWorld } = createScreenWindows('/connections')
const moment = new Date('2026-11-03T12:00:00Z')

function note(world: World, values: Partial<typeof messageImportTable.$inferInsert>) {
  const ctx = world.ctx(1)
  const fresh = { connectionId: 1, since: moment, until: moment, withGroups: false, closes: false, seenAt: moment }
  const all = { ...fresh, state: 'running' as const, startedAt: ctx.now, filedAt: moment, queueId: 1, ...values }
  ctx.db
    .insert(messageImportTable)
    .values(all)
    .onConflictDoUpdate({ target: messageImportTable.connectionId, set: all })
    .run()
}

test(
  'shows an import while the phone prepares it, its progress, and until its tickets are closed',
  () =>
    withWorld(async (world) => {
      setSession(world, 1, { status: 'CONNECTED', number: '5511900000001' })
      note(world, {})
      const { page, complaints, close } = await open(world, world.ana)
      const card = page.getByRole('region', { name: 'Importação de mensagens de “Acme WhatsApp”' })
      await card.getByText('Preparando').waitFor()
      expect(await row(page, 'Acme WhatsApp').getByRole('button', { name: 'Preparando…' }).isDisabled()).toBe(true)
      expect(await findBarriers(page)).toEqual([])
      note(world, { received: 5000, filed: 1240, receivedAt: new Date() })
      world
        .ctx(1)
        .company.sqlite.run(
          `INSERT INTO job (kind, payload, run_at) VALUES ('connection.messageImport', '{"connectionId":1}', 0)`,
        )
      await world.runJobs(1)
      await card.getByText('1.240 de 5.000 – 03/11/2026').waitFor()
      addTicket(world.ctx(1), { status: 'pending', imported: true, silent: true })
      note(world, { state: 'done', closable: true, received: 1240, filed: 1240 })
      world.ctx(1).company.sqlite.run('UPDATE job SET run_at = 0')
      await world.runJobs(1)
      await card.getByText('Concluída. Mensagens importadas: 1.240.').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await card.getByRole('button', { name: 'Dispensar aviso' }).click()
      await card.waitFor({ state: 'detached' })
      await row(page, 'Acme WhatsApp').getByRole('button', { name: 'Resolver importados' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Resolver importados' }).click()
      await toast(page, 'Os atendimentos importados estão sendo resolvidos')
      // On a busy machine a job closes the rest.
      await world.runJobs(1)
      await row(page, 'Acme WhatsApp')
        .getByRole('button', { name: 'Resolver importados' })
        .waitFor({ state: 'detached' })
      await expectFitsPhone(page)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'confirms an import of a linked account; cancelling changes nothing',
  () =>
    withWorld(async (world) => {
      setSession(world, 1, { status: 'CONNECTED', number: '5511900000001' })
      const { page, close } = await open(world, world.ana)
      await row(page, 'Acme WhatsApp').getByRole('button', { name: 'Editar' }).click()
      await dialog(page)
        .getByRole('switch', { name: /Importar mensagens antigas/ })
        .click()
      await save(page)
      await dialog(page).getByText('Obrigatório').first().waitFor()
      const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/')
      await field(page, 'Importar desde').fill('01/01/2001')
      await field(page, 'Fila das mensagens importadas').click()
      await page.getByRole('option').first().click()
      await dialog(page).getByRole('tab', { name: 'Mensagens' }).click()
      await field(page, 'Mensagem de saudação').fill('Olá!')
      const question = page.getByRole('alertdialog', { name: 'Desvincular e importar?' })
      await save(page)
      await dialog(page).getByRole('tab', { name: 'Geral contém erros', selected: true }).waitFor()
      await field(page, 'Importar desde').fill(day)
      await save(page)
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(readConnection(world, 1)?.options.enableImportMessage ?? false).toBe(false)
      await save(page)
      await question.getByRole('button', { name: 'Desvincular e importar' }).click()
      await toast(page, 'Conexão salva com sucesso')
      await page.getByText('Leia o QR Code com o celular para começar.').waitFor()
      expect(readConnection(world, 1)?.options).toMatchObject({ enableImportMessage: true, queueIdImportMessages: 1 })
      await page.getByRole('button', { name: 'Cancelar importação' }).click()
      await page.getByText('Leia o QR Code com o celular para começar.').waitFor({ state: 'detached' })
      expect(readConnection(world, 1)?.options.enableImportMessage).toBe(false)
      await close()
    }),
  browserTestMs,
)

test(
  'says until when an account’s import is paused, and why it ended early',
  () =>
    withWorld(async (world) => {
      const { sqlite } = world.ctx(1).company
      sqlite.run("UPDATE connection SET channel = 'facebook'")
      setSession(world, 1, { status: 'CONNECTED', number: '' })
      note(world, { state: 'waiting' })
      const { page, complaints, close } = await open(world, world.ana)
      const card = page.getByRole('region', { name: 'Importação de mensagens de “Acme WhatsApp”' })
      await card.getByText('Começa quando a conta estiver conectada.').waitFor()
      const enqueue = `INSERT INTO job (kind, payload, run_at) VALUES ('connection.messageImport', '{"connectionId":1}', 0)`
      const at = Date.UTC(2030, 0, 2, 12)
      sqlite.run(`INSERT INTO history_notice VALUES (1, 'conversations', 0, 0, ${at}, 0, '')`)
      note(world, { received: 12, filed: 12, receivedAt: new Date() })
      sqlite.run(enqueue)
      await world.runJobs(1)
      await card.getByText(/^Em pausa, .* Continua sozinha: 02\/01\/2030/).waitFor()
      await card.getByRole('button', { name: 'Interromper importação' }).click()
      const question = page.getByRole('alertdialog', { name: 'Interromper a importação?' })
      await question.getByText('As outras podem ser importadas depois, ao editar a conexão.').waitFor()
      await page.keyboard.press('Escape')
      sqlite.run('DELETE FROM history_notice')
      note(world, { state: 'done', received: 12, filed: 12, error: 'Unsupported request' })
      sqlite.run('UPDATE job SET run_at = 0')
      await world.runJobs(1)
      await card.getByText('Terminou antes do fim. Mensagens importadas: 12. O provedor recusou o restante').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await expectFitsPhone(page)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
