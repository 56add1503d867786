import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { browserTestMs } from '../../../src/testing/browser/browser'
import { accept, bubble, composer, conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { recordFile, stageFile } from '../../../src/kernel/file/media-store'
import { QuickMessageBody } from '../../../src/quick-message/quick-message.contract'
import { quickMessageRecords } from '../../../src/quick-message/quick-message.record'
import { publishTyping } from '../../../src/message/presence/typing'
import { until } from '../../../src/testing/whatsapp/whatsapp-world'

const { open, world, write } = createInboxWindows()

async function addQuickMessages() {
  const ctx = world().ctx(1)
  const add = ctx.company.sqlite.query<{ id: number }, (string | number)[]>(
    `INSERT INTO quick_message (shortcode, message, geral, visao, user_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 0, 0) RETURNING id`,
  )
  add.get('horario', 'Atendemos das 8 às 18 horas.', 1, 1, 1)
  add.get('segredo', 'Só de Carla', 0, 0, 3)
  const withFile = add.get('tabela', 'Segue a tabela.', 0, 0, 2)
  const file = await stageFile(ctx, new TextEncoder().encode('preço'), 'tabela.txt', 'text/plain')
  ctx.transaction(() => {
    const media = recordFile(ctx, file, 'quick-message', withFile?.id ?? 0)
    ctx.company.sqlite.run('UPDATE quick_message SET media_id = ? WHERE id = ?', [media.id, withFile?.id ?? 0])
  })
}

test(
  'offers quick replies on a slash, attaches their files, and shows the contact typing',
  async () => {
    await addQuickMessages()
    write('Dona Clara', 'Vocês entregam hoje?')
    const page = await open(world().bruno)
    await accept(page, 'Dona Clara')
    const text = composer(page)

    await text.fill('/')
    const offered = page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option')
    await offered.first().waitFor()
    expect(await offered.allTextContents()).toEqual(['/horarioAtendemos das 8 às 18 horas.', '/tabelaSegue a tabela.'])
    await text.fill('/hor')
    await text.press('Enter')
    expect(await text.inputValue()).toBe('Atendemos das 8 às 18 horas.')
    await text.press('Enter')
    await bubble(page, 'Atendemos das 8 às 18 horas.').waitFor()

    await text.fill('/tab')
    await offered.first().click()
    await conversation(page).getByText('tabela.txt').first().waitFor()

    const identity = world()
      .ctx(1)
      .company.sqlite.query<{ value: string }, []>('SELECT value FROM contact_identity ORDER BY contact_id DESC')
      .get()
    const type = (state: 'composing' | 'recording' | 'paused') =>
      publishTyping(world().ctx(1), 1, {
        type: 'presence',
        chat: { addresses: [{ kind: 'phone', value: identity?.value ?? '' }] },
        state,
      })
    const typing = conversation(page).getByText(/Dona Clara está (digitando|gravando)/)
    type('composing')
    await typing.first().waitFor()
    type('paused')
    await typing.first().waitFor({ state: 'detached' })
    await until(() => (type('recording'), typing.count()), 'the contact to be seen again')
  },
  browserTestMs,
)

test.each(['oi', '/oi'])(
  'Enter inserts the reply stored as %s when its exact shortcut is typed, with variables filled in',
  async (stored) => {
    const sqlite = world().ctx(1).company.sqlite
    const add = sqlite.query<unknown, string[]>(
      'INSERT INTO quick_message (shortcode, message, geral, visao, user_id, created_at, updated_at) VALUES (?, ?, 1, 1, 1, 0, 0)',
    )
    add.run('foi', 'Já foi.')
    add.run('obrigado', 'Oi de novo, obrigado!')
    add.run('oito', 'Abrimos às oito.')
    add.run(stored, 'Oi {{firstName}}, aqui é {{userName}}. {{outra}}')
    write('Dona Clara', 'Bom dia')
    const page = await open(world().bruno)
    await accept(page, 'Dona Clara')
    const text = composer(page)
    await text.fill('/oi')
    const offered = page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option')
    await offered.first().waitFor()
    const shortcuts = (await offered.locator('strong').allTextContents()).map((shown) => shown.replace(/^\/+/, ''))
    expect(shortcuts.slice(0, 4)).toEqual(['oi', 'oito', 'foi', 'obrigado'])
    await text.press('Enter')
    expect(await text.inputValue()).toBe('Oi Dona, aqui é Bruno Lima. {{outra}}')
  },
  browserTestMs,
)

test(
  'the open list shows a colleague’s change',
  async () => {
    const { ctxAs, ana } = world()
    const body = { shortcode: 'horario', message: 'Das 8 às 18', visao: true }
    const { id } = quickMessageRecords.createFrom(ctxAs(ana), v.parse(QuickMessageBody, body))
    write('Dona Clara', 'Que horas abrem?')
    const page = await open(world().bruno)
    await accept(page, 'Dona Clara')
    await composer(page).fill('/hor')
    const offered = page.getByRole('listbox', { name: 'Respostas rápidas' }).getByRole('option')
    await offered.filter({ hasText: 'Das 8 às 18' }).waitFor()
    quickMessageRecords.updateFrom(ctxAs(ana), id, { message: 'Das 9 às 17' })
    await offered.filter({ hasText: 'Das 9 às 17' }).waitFor()
    expect(await offered.count()).toBe(1)
  },
  browserTestMs,
)
