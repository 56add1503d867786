import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectFitsPhone, findBarriers } from '../../../src/testing/browser/browser'
import { type MessageEvent, messageEvent, receive } from '../../../src/testing/conversation/inbound'
import { createScreenWindows, refusedEntry, withWorld } from '../../../src/testing/browser/screen-windows'
import { addTicket, setSwitches } from '../../../src/testing/conversation/tickets'
import { links } from '../../app/links'

const { open } = createScreenWindows(links.moments())
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test(
  'a ticket moves from the pending card to the agent who accepts it, and disappears when closed',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana)
      await card(page, 'Pendentes').getByText('Ninguém aguardando').waitFor()
      const long = 'Maria das Dores de Albuquerque e Silva Santos'
      const chat: MessageEvent['chat'] = { addresses: [{ kind: 'phone', value: '5511970007777' }], name: long }
      receive(world, 1, messageEvent({ chat, text: 'x'.repeat(60), atMs: Date.now() }))
      const link = card(page, 'Pendentes').getByRole('link', { name: 'Maria das Dores de Albuquerque…' })
      await page.keyboard.press('Tab')
      await link.focus()
      await page.getByRole('link', { name: 'Maria das Dores de Albuquerque…', description: long }).waitFor()
      await card(page, 'Pendentes')
        .getByText(`${'x'.repeat(30)}…`, { exact: true })
        .waitFor()
      world.ctx(1).company.sqlite.run('UPDATE ticket SET queue_id = 1')
      const bruno = await world.as(world.bruno)
      await bruno.put('/tickets/1', { status: 'open', userId: 2, queueId: 1 })
      await card(page, 'Bruno Lima').getByRole('link').waitFor()
      await card(page, 'Bruno Lima')
        .getByRole('img', { name: /^WhatsApp · / })
        .waitFor()
      await card(page, 'Pendentes').getByText('Ninguém aguardando').waitFor()
      addTicket(world.ctx(1), { status: 'group', isGroup: true })
      await card(page, 'Grupos sem atendente')
        .getByText(/^Cliente/)
        .waitFor()
      expect(await page.locator('.moments-figures dd').allTextContents()).toEqual(['0', '1', '1'])
      expect(await findBarriers(page)).toEqual([])
      await bruno.put('/tickets/1', { status: 'closed', sendFarewellMessage: false })
      await card(page, 'Bruno Lima').getByText('Nenhum atendimento').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'an agent needs the permission, and opens only own tickets',
  () =>
    withWorld(async (world) => {
      addTicket(world.ctx(1), { status: 'open', userId: 1, queueId: 1 })
      addTicket(world.ctx(1), { status: 'open', userId: 2, queueId: 1 })
      addTicket(world.ctx(1), { status: 'pending', queueId: 1 })
      const refused = await open(world, world.bruno, { expected: refusedEntry })
      await refused.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      await refused.close()
      setSwitches(world.ctx(1), 2, { allow_real_time: true, all_user_chat: true })
      const { page, close } = await open(world, world.bruno)
      await card(page, 'Bruno Lima').getByRole('link').waitFor()
      await card(page, 'Ana Souza').getByText('1', { exact: true }).waitFor()
      expect(await card(page, 'Ana Souza').getByRole('link').count()).toBe(0)
      await card(page, 'Pendentes')
        .getByText(/^Cliente/)
        .first()
        .waitFor()
      expect(await card(page, 'Pendentes').getByRole('link').count()).toBe(0)
      await expectFitsPhone(page)
      await close()
    }),
  browserTestMs,
)
