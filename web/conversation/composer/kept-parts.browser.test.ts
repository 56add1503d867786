import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs } from '../../../src/testing/browser/browser'
import { act, bubble, composer, conversation } from '../../../src/testing/browser/conversation-parts'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { until } from '../../../src/testing/whatsapp/whatsapp-world'

const { openTickets, row, world } = createInboxWindows()

const attachments = (page: Page) => conversation(page).getByRole('list', { name: 'Anexos' })
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') })

/** Whether the browser would ask before it closes the window. */
const asksToClose = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

test(
  'keeps attached files, their captions and the reply while other tickets and screens are open, and marks the row',
  async () => {
    const page = await openTickets()
    const opened = (name: string) => conversation(page).getByText(`Olá de ${name}`).waitFor()
    await row(page, 'Alice Prado').getByRole('link').click()
    await opened('Alice Prado')
    await act(bubble(page, 'Olá de Alice Prado'), 'Responder')
    await conversation(page)
      .locator('input[type=file]')
      .first()
      .setInputFiles([pdf('nota.pdf'), pdf('contrato.pdf')])
    await attachments(page).getByRole('textbox', { name: 'Legenda: contrato.pdf' }).fill('Assine a última página')
    expect(await asksToClose(page)).toBe(true)

    await row(page, 'Bento Rosa').getByRole('link').click()
    await opened('Bento Rosa')
    expect(await attachments(page).count()).toBe(0)
    await row(page, 'Alice Prado').getByText('Rascunho:').waitFor()
    await row(page, 'Alice Prado').getByText('2 anexos').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
    await page.getByRole('heading', { name: 'Contatos', level: 1 }).waitFor()
    await page.goBack()
    await row(page, 'Alice Prado').getByText('2 anexos').waitFor()

    await row(page, 'Alice Prado').getByRole('link').click()
    const caption = attachments(page).getByRole('textbox', { name: 'Legenda: contrato.pdf' })
    await caption.waitFor()
    expect(await caption.inputValue()).toBe('Assine a última página')
    await conversation(page).getByRole('status', { name: 'Respondendo a Alice Prado' }).waitFor()
    await composer(page).press('Enter')
    await bubble(page, 'nota.pdf').getByText('Olá de Alice Prado').waitFor()
    await bubble(page, 'contrato.pdf').getByText('Assine a última página').waitFor()
    await attachments(page).waitFor({ state: 'detached' })

    await row(page, 'Bento Rosa').getByRole('link').click()
    await opened('Bento Rosa')
    await row(page, 'Alice Prado').getByText('Rascunho:').waitFor({ state: 'detached' })
    // It asks while the files are being sent, too.
    await until(async () => !(await asksToClose(page)), 'the files to be sent')

    // Files of a ticket that is deleted can no longer be sent.
    await conversation(page)
      .locator('input[type=file]')
      .first()
      .setInputFiles([pdf('nota.pdf')])
    await attachments(page).waitFor()
    expect(await asksToClose(page)).toBe(true)
    await (await world().as(world().ana)).delete('/tickets/2')
    await row(page, 'Bento Rosa').waitFor({ state: 'detached' })
    expect(await asksToClose(page)).toBe(false)
  },
  browserTestMs,
)
