import { expect, test } from 'bun:test'
import { browserTestMs, showTheme } from '../../src/testing/browser/browser'
import { bubble, conversation } from '../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'
import { printedText } from '../../src/testing/browser/printed-text'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, world, write } = createInboxWindows()

test(
  'prints the conversation or the open dialog, dark on white in the dark theme too',
  async () => {
    const { bruno } = world()
    write('Rita Campos', 'Linha 0.')
    await (await world().as(bruno)).put('/tickets/1', { status: 'open', userId: bruno.id, queueId: 1 })
    for (let number = 1; number < 40; number++) write('Rita Campos', `Linha ${number}.`)
    write('Outra Pessoa', 'Outro assunto')
    const path = `/tickets/${world().ctx(1).db.select().from(ticketTable).get()?.uuid}`
    const page = await open(bruno, { path })
    await bubble(page, 'Linha 39.').waitFor()
    await showTheme(page, 'dark')

    const text = await printedText(page)
    expect([...(text.match(/Linha \d+\./g) ?? [])]).toEqual(
      Array.from({ length: 40 }, (_, number) => `Linha ${number}.`),
    )
    expect(text).toContain('Rita Campos')
    for (const other of ['Outra Pessoa', 'Digite uma mensagem', 'Resolver', 'Contatos'])
      expect(text).not.toContain(other)

    await conversation(page).getByRole('button', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const dialogText = await printedText(page)
    expect(dialogText).toContain('Transferir')
    expect(dialogText).not.toContain('Linha')
    await page.keyboard.press('Escape')

    await page.emulateMedia({ media: 'print' })
    const colours = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('.message-text') ?? document.body)
      return { color, background: getComputedStyle(document.documentElement).backgroundColor }
    })
    expect(colours).toEqual({ color: 'rgb(20, 24, 31)', background: 'rgb(255, 255, 255)' })
    await page.emulateMedia({ media: null })
  },
  browserTestMs,
)
