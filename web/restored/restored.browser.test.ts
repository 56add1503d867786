import { expect, test } from 'bun:test'
import { installRestored } from '../../src/host/restore/install-restored'
import { enqueueJob } from '../../src/kernel/job/jobs'
import { browserTestMs, findBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { addTicket } from '../../src/testing/conversation/tickets'
import { backUp } from '../../src/testing/restore/backup'
import { sendMessage } from '../../src/message/send/send-message'

const { open, row, toast, withWorld } = createScreenWindows('/restored')

test(
  'windows reload after a restore, and an admin releases and discards what it held back',
  () =>
    withWorld(async (world) => {
      const ctx = world.ctxAs(world.ana)
      const { id } = addTicket(world.ctx(1), { status: 'open', userId: 1, queueId: 1, connectionId: 1 })
      await sendMessage(ctx, id, { texts: ['ainda na fila'] })
      ctx.transaction(() => enqueueJob(ctx, 'bot.turn', { ticketId: id }, { dedupeKey: 'turn' }))
      const folder = backUp(world, 1)
      const bruno = await open(world, world.bruno, { path: '/tickets' })
      const { page, complaints, close, go } = await open(world, world.ana, { path: '/tickets' })
      const stateOf = new Date('2026-11-21T17:05:00Z')
      await installRestored(world.platform, { companyId: 1, folder, mode: 'replace', stateOf })
      await page.getByText('A empresa voltou a um estado anterior').waitFor()
      await page.getByRole('link', { name: 'Ver o que espera' }).click()
      await page.getByText('Estado de 21/11/2026 14:05').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await row(page, 'Mensagens').getByRole('button', { name: 'Liberar' }).click()
      await toast(page, 'Liberado')
      await row(page, 'Mensagens').waitFor({ state: 'detached' })
      expect(world.ctx(1).company.sqlite.query('SELECT send_state FROM message').values()).toEqual([['queued']])
      await row(page, 'Robôs').getByRole('button', { name: 'Descartar' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Descartar: Robôs e temporizadores?' })
      expect(await findBarriers(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Descartar' }).click()
      await page.getByText('Nada espera').waitFor()
      await go('/tickets')
      expect(await page.getByText('A empresa voltou a um estado anterior').count()).toBe(0)
      expect(await bruno.page.getByText('A empresa voltou a um estado anterior').count()).toBe(0)
      expect([...complaints, ...bruno.complaints].filter((text) => !/WebSocket|503/.test(text))).toEqual([])
      await bruno.close()
      await close()
    }),
  browserTestMs,
)
