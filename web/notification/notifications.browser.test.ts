import { expect, test } from 'bun:test'
import { browserTestMs } from '../../src/testing/browser/browser'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { forgetSettings } from '../../src/setting/setting.queries'
import { settingTable } from '../../src/setting/setting.tables'
import { noteMessageOnTicket } from '../../src/ticket/change/note-message-on-ticket'

const { open, row, shows, tab, world, write } = createInboxWindows()
/** In the page: the notifications shown by the browser. */
declare const notices: string[]

test(
  'lists unread tickets under the bell and opens them',
  async () => {
    const bruno = await world().as(world().bruno)
    write('Rita Campos', 'Olá')
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    write('Helena Dias', 'Espero desde ontem')
    const page = await open(world().bruno)
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).waitFor()
    await page.waitForFunction(() => document.title.startsWith('①'))
    // Who waits counts from when they begin to wait until they were seen.
    write('Igor Melo', 'Cheguei agora')
    await page.getByRole('button', { name: '2 atendimentos com mensagens não lidas' }).waitFor()
    await tab(page, 'Aguardando').click()
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).waitFor()
    await tab(page, 'Atendendo').click()
    write('Rita Campos', 'Ainda está aí?')
    await row(page, 'Rita Campos').getByText('Ainda está aí?').waitFor()
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Rita Campos' }).click()
    await page.waitForURL(/\/tickets\/[\w-]{36}(\?|$)/)
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
    await page.waitForFunction(() => !document.title.startsWith('①'))
  },
  browserTestMs,
)

test(
  'shows what a waiting contact wrote under the bell, not the automatic answer to it',
  async () => {
    const ctx = world().ctx(1)
    ctx.db.insert(settingTable).values({ key: 'showNotificationPending', value: 'enabled' }).run()
    forgetSettings(ctx)
    write('Igor Melo', 'Cheguei agora')
    const preview = 'Já vamos atender'
    const { lastInsertRowid } = ctx.company.sqlite.run(
      'INSERT INTO message (ticket_id, connection_id, from_me, body, created_at) VALUES (1, 1, 1, ?, ?)',
      [preview, ctx.now.getTime()],
    )
    const noted = { messageId: Number(lastInsertRowid), preview, at: ctx.now, unread: 'keep' as const }
    noteMessageOnTicket(ctx, { id: 1, snoozedUntil: null }, noted)
    const page = await open(world().bruno)
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).click()
    const entry = page.getByRole('dialog').getByRole('link', { name: 'Igor Melo' })
    await entry.getByText('Cheguei agora').waitFor()
    expect(await entry.innerText()).not.toContain('Já vamos atender')
  },
  browserTestMs,
)

test(
  'notifies the browser of messages to me, new waiting contacts and notes while it is hidden, and of nothing else',
  async () => {
    const bruno = await world().as(world().bruno)
    write('Rita Campos', 'Olá')
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    const page = await open(world().bruno, { permissions: ['notifications'] })
    await page.getByRole('button', { name: '1 atendimento com mensagens não lidas' }).waitFor()
    await page.evaluate(() => {
      const notices: string[] = []
      class Notice {
        static permission = 'granted'
        constructor(title: string, options: NotificationOptions) {
          notices.push(`${title}: ${options.body}`)
        }
        close() {}
      }
      Object.assign(window, { Notification: Notice, notices })
      document.hasFocus = () => false
    })
    write('Helena Dias', 'Espera na fila')
    write('Rita Campos', '*Ainda* está aí?')
    const ana = await world().as(world().ana)
    await ana.post('/messages/1', { body: 'Veja o *prazo*', isPrivate: true })
    await page.waitForFunction(() => notices.length > 2)
    await shows(page, 'Aguardando', 1)
    expect(await page.evaluate(() => notices)).toEqual([
      'Helena Dias aguarda atendimento: Espera na fila',
      'Rita Campos: Ainda está aí?',
      `${world().ana.name} escreveu uma nota em Rita Campos: Veja o *prazo*`,
    ])
    await page.getByRole('button', { name: '3 avisos' }).click()
    await page.getByRole('link', { name: /escreveu uma nota/ }).click()
    await page.waitForURL('**/tickets/*')
    await page.evaluate(() => {
      document.hasFocus = () => true
      window.dispatchEvent(new Event('focus'))
    })
    // Who waits was seen in the list of the bell.
    await page.getByRole('button', { name: 'Notificações', exact: true }).waitFor()
  },
  browserTestMs,
)
