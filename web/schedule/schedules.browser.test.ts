import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { messageTable } from '../../src/message/message.tables'
import { sendOutbox } from '../../src/message/outbox/send-outbox'
import { createSchedule } from '../../src/schedule/save-schedule'
import { ScheduleBody } from '../../src/schedule/schedule.contract'
import { getSchedule } from '../../src/schedule/schedule.queries'
import { sendSchedule } from '../../src/schedule/send-schedule'
import { browserTestMs, expectFitsPhone, expectNoBarriers, findBarriers } from '../../src/testing/browser/browser'
import { createFakeChannel } from '../../src/testing/conversation/fake-channel'
import type { Person } from '../../src/testing/world/people'
import { createScreenWindows, refusedEntry } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'
import { addContact } from '../../src/testing/conversation/tickets'
import * as v from 'valibot'

const { open, dialog, refusedFields, row, save, toast, withWorld } = createScreenWindows('/schedules?view=list')

function plan(world: ServedWorld, person: Person, fields: object = {}) {
  const body = { body: 'Lembrete de Bruno', sendAt: '2099-03-10T09:30', contactId: 1, ...fields }
  return createSchedule(world.ctxAs(person), v.parse(ScheduleBody, body))
}

const sendNext = (world: ServedWorld) =>
  sendSchedule(() => world.ctx(1), { scheduleId: 1, sendAt: getSchedule(world.ctx(1), 1).sendAt.getTime() })

const chooseContact = async (page: Page, typed: string, name: string) => {
  await dialog(page).getByRole('combobox', { name: 'Contato' }).fill(typed)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

test(
  'schedules a message with a file and a recurrence; a colleague sees it, it is sent on time, and its status is shown',
  () =>
    withWorld(async (world) => {
      const bruno = await open(world, world.bruno, { expected: refusedFields })
      const carla = await open(world, world.carla)
      const { page } = bruno
      await page.getByText('Nenhuma mensagem agendada').waitFor()
      await page.getByRole('button', { name: 'Agendar mensagem' }).first().click()
      await save(page)
      await dialog(page).getByText('Obrigatório').waitFor()
      await chooseContact(page, 'dona', 'Dona Maria')
      await dialog(page).getByRole('textbox', { name: 'Data' }).fill('10/01/2020')
      await dialog(page).getByRole('textbox', { name: 'Hora' }).fill('930')
      await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Segue o seu exame')
      await save(page)
      await dialog(page).getByText('Escolha uma data futura').waitFor()
      await dialog(page).getByRole('textbox', { name: 'Data' }).fill('10/03/2099')
      const file = { name: 'exame.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
      await dialog(page).locator('input[type=file]').setInputFiles(file)
      await dialog(page).getByText('exame.pdf').waitFor()
      await dialog(page)
        .getByRole('switch', { name: /Repetir o envio/ })
        .click()
      await dialog(page).getByRole('spinbutton', { name: 'A cada' }).fill('2')
      await dialog(page)
        .getByRole('combobox', { name: /Unidade do intervalo/ })
        .click()
      await page.getByRole('option', { name: 'semanas' }).click()
      await save(page)
      await toast(page, 'Mensagem agendada com sucesso!')
      for (const shown of [page, carla.page]) {
        await row(shown, 'Dona Maria.*Segue o seu exame.*10/03/99 09:30.*A cada 2 semanas.*0 de 2.*Pendente').waitFor()
      }
      const schedule = getSchedule(world.ctx(1), 1)
      expect(schedule).toMatchObject({ intervalo: 2, valorIntervalo: 2, enviarQuantasVezes: 2, userId: 2 })

      await sendNext(world)
      for (const shown of [page, carla.page]) await row(shown, '24/03/99 09:30.*1 de 2.*Pendente').waitFor()
      await sendNext(world)
      await row(carla.page, '2 de 2.*Em envio').waitFor()
      await sendOutbox(() => world.ctx(1), 1, createFakeChannel().channel, { wait: async () => {} })
      for (const shown of [page, carla.page]) await row(shown, '2 de 2.*Enviada').waitFor()
      expect(world.ctx(1).db.select().from(messageTable).all()).toMatchObject([
        { body: 'Segue o seu exame', mediaType: 'application', ack: 1 },
        { body: 'Segue o seu exame', mediaType: 'application', ack: 1 },
      ])
      expect([...bruno.complaints, ...carla.complaints]).toEqual([])
      await bruno.close()
      await carla.close()
    }),
  browserTestMs,
)

test(
  'users edit and delete their own messages and read the others; search finds contacts and texts',
  () =>
    withWorld(async (world) => {
      const rita = addContact(world.ctx(1), 'Rita Conceição')
      plan(world, world.bruno)
      plan(world, world.carla, { body: 'Da Carla', contactId: rita, sendAt: '2099-03-11T10:00' })
      const { page, complaints, close } = await open(world, world.bruno)
      await row(page, 'Rita').getByRole('cell').first().click()
      await dialog(page).getByText('Só Carla Dias e administradores podem alterar este agendamento.').waitFor()
      const message = dialog(page).getByRole('textbox', { name: 'Mensagem' })
      expect([await message.inputValue(), await message.isDisabled()]).toEqual(['Da Carla', true])
      expect(await dialog(page).getByRole('button', { name: 'Salvar' }).count()).toBe(0)
      expect(await findBarriers(page)).toEqual([])
      await dialog(page).getByRole('button', { name: 'Fechar' }).last().click()
      expect(await row(page, 'Rita').getByRole('button', { name: 'Excluir' }).isDisabled()).toBe(true)
      await row(page, 'Rita').getByRole('button', { name: 'Ver' }).click()
      await dialog(page).getByRole('heading', { name: 'Mensagem agendada' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox').fill('conceicao')
      await row(page, 'Dona Maria').waitFor({ state: 'detached' })
      await page.getByRole('searchbox').fill('')
      await row(page, 'Dona Maria').getByRole('button', { name: 'Editar' }).click()
      expect(await dialog(page).getByRole('textbox', { name: 'Data' }).inputValue()).toBe('10/03/2099')
      await dialog(page).getByRole('textbox', { name: 'Data' }).fill('09/03/2099')
      await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Lembrete novo')
      await dialog(page)
        .getByRole('switch', { name: /Abrir atendimento/ })
        .click()
      await dialog(page).getByRole('combobox', { name: 'Fila' }).click()
      await page.getByRole('option').first().waitFor()
      expect(await page.getByRole('option').allTextContents()).toEqual(['Vendas'])
      await page.getByRole('option', { name: 'Vendas' }).click()
      await dialog(page).getByRole('combobox', { name: 'Atendente' }).click()
      expect(await page.getByRole('option').allTextContents()).toEqual(['Bruno Lima'])
      await page.getByRole('option', { name: 'Bruno Lima' }).click()
      await save(page)
      await toast(page, 'Agendamento salvo com sucesso!')
      await row(page, 'Lembrete novo.*09/03/99 09:30').waitFor()
      expect(getSchedule(world.ctx(1), 1)).toMatchObject({ openTicket: true, queueId: 1, ticketUserId: 2 })
      await row(page, 'Lembrete novo').getByRole('button', { name: 'Excluir' }).click()
      await page
        .getByRole('alertdialog')
        .getByText(/A mensagem para Dona Maria não será enviada/)
        .waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir agendamento' }).click()
      await toast(page, 'Agendamento excluído com sucesso!')
      await row(page, 'Dona Maria').waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'preselects the contact given in the address; a plan without schedules has no such screen',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.bruno, { path: '/schedules?contactId=1' })
      await dialog(page).getByText('Dona Maria').waitFor()
      await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Pelo endereço')
      await save(page)
      await page.getByRole('button', { name: /Dona Maria/ }).waitFor()
      await page.waitForURL(({ searchParams }) => !searchParams.has('contactId'))
      await page.getByRole('tab', { name: 'Lista' }).click()
      await row(page, 'Pelo endereço').waitFor()
      expect(complaints).toEqual([])
      await close()
      world.platform.catalog.sqlite.run('UPDATE plan SET use_schedules = 0')
      world.platform.catalog.companies.forget()
      const without = await open(world, world.bruno, { expected: [...refusedEntry, /402/] })
      expect(await without.page.getByRole('link', { name: 'Agendamentos' }).count()).toBe(0)
      expect(await without.page.getByRole('button', { name: 'Agendar mensagem' }).count()).toBe(0)
      await without.close()
    }),
  browserTestMs,
)

test(
  'has no accessibility violations',
  () =>
    withWorld(async (world) => {
      plan(world, world.bruno, { valorIntervalo: 1, enviarQuantasVezes: 3 })
      plan(world, world.bruno, { body: 'Outra' })
      world
        .ctx(1)
        .company.sqlite.run("UPDATE schedule SET status = 'ERRO', error = 'ERR_WAPP_INVALID_CONTACT' WHERE id = 2")
      const { page, close } = await open(world, world.bruno)
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Dona Maria' }).first().click()
      await dialog(page).getByRole('textbox', { name: 'Mensagem' }).waitFor()
      await expectNoBarriers(page)
      await page.keyboard.press('Escape')
      await expectFitsPhone(page)
      await close()
    }),
  browserTestMs,
)
