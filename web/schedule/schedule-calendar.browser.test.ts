import { expect, test } from 'bun:test'
import { createSchedule } from '../../src/schedule/save-schedule'
import { ScheduleBody } from '../../src/schedule/schedule.contract'
import { getSchedule } from '../../src/schedule/schedule.queries'
import { scheduleTable } from '../../src/schedule/schedule.tables'
import { browserTestMs, expectFitsPhone, expectNoBarriers } from '../../src/testing/browser/browser'
import type { Person } from '../../src/testing/world/people'
import { createScreenWindows, row, toast, withWorld } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'
import * as v from 'valibot'

const { open } = createScreenWindows('/schedules?month=2099-03')

function plan(world: ServedWorld, person: Person, fields: object = {}) {
  const body = { body: 'Lembrete de Bruno', sendAt: '2099-03-10T09:30', contactId: 1, ...fields }
  return createSchedule(world.ctxAs(person), v.parse(ScheduleBody, body))
}

test(
  'the keyboard moves through the month; a message added to a day appears for a colleague, and its deletion too',
  () =>
    withWorld(async (world) => {
      plan(world, world.bruno)
      const bruno = await open(world, world.bruno)
      const carla = await open(world, world.carla)
      const { page } = bruno
      await page.getByRole('table', { name: 'março de 2099' }).waitFor()
      await page.getByRole('button', { name: '09:30 Dona Maria' }).waitFor()

      await page.getByRole('button', { name: 'domingo, 1 de março' }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.locator('#calendar-2099-03-10:focus').waitFor()
      await page.keyboard.press('Enter')
      const day = page.getByRole('dialog', { name: 'terça-feira, 10 de março' })
      await day.getByText('Lembrete de Bruno').waitFor()
      await day.getByRole('button', { name: 'Agendar mensagem' }).click()
      const form = page.getByRole('dialog', { name: 'Agendar mensagem' })
      expect(await form.getByRole('textbox', { name: 'Data' }).inputValue()).toBe('10/03/2099')
      expect(await form.getByRole('textbox', { name: 'Hora' }).inputValue()).toBe('09:00')
      await form.getByRole('combobox', { name: 'Contato' }).fill('dona')
      await page.getByRole('option', { name: /Dona Maria/ }).click()
      await form.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia')
      await form.getByRole('button', { name: 'Salvar' }).click()
      await day.getByText('2 agendamentos').waitFor()
      await carla.page.getByRole('button', { name: '09:00 Dona Maria' }).waitFor()

      await day.getByRole('listitem').filter({ hasText: 'Bom dia' }).getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir agendamento' }).click()
      await toast(page, 'Agendamento excluído com sucesso!')
      await carla.page.getByRole('button', { name: '09:00 Dona Maria' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.locator('#calendar-2099-03-10:focus').waitFor()

      await page.keyboard.press('PageDown')
      await page.getByRole('table', { name: 'abril de 2099' }).waitFor()
      await page.locator('#calendar-2099-04-10:focus').waitFor()
      expect(page.url()).toContain('month=2099-04')
      await page.getByRole('button', { name: 'Mês anterior' }).click()
      await page.getByRole('button', { name: '09:30 Dona Maria' }).waitFor()
      expect([...bruno.complaints, ...carla.complaints]).toEqual([])
      await bruno.close()
      await carla.close()
    }),
  browserTestMs,
)

test(
  'a full day lists its first messages; search filters them; messages of others are read-only; the list opens with one click',
  () =>
    withWorld(async (world) => {
      for (const hour of ['08', '09', '10', '11']) {
        plan(world, world.carla, { sendAt: `2099-03-10T${hour}:00`, body: `Aviso das ${hour}` })
      }
      const { page, complaints, close } = await open(world, world.bruno)
      await page.getByRole('button', { name: '+1', exact: true }).click()
      await page.getByRole('dialog').getByText('Aviso das 11').waitFor()
      expect(await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).first().isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox').fill('das 11')
      await page.getByRole('button', { name: '08:00 Dona Maria' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '11:00 Dona Maria' }).click()
      await page.getByRole('dialog', { name: 'Mensagem agendada' }).getByText('Só Carla Dias').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: 'Lista' }).click()
      await row(page, 'Aviso das 08').waitFor()
      expect(page.url()).toContain('view=list')
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a waiting message is dragged to another day, keeps its time, and undo brings it back; others cannot be dragged',
  () =>
    withWorld(async (world) => {
      const own = plan(world, world.bruno)
      plan(world, world.carla, { sendAt: '2099-03-12T11:00' })
      const recurring = plan(world, world.bruno, {
        sendAt: '2099-03-13T08:00',
        valorIntervalo: 1,
        enviarQuantasVezes: 2,
      })
      const sent = plan(world, world.bruno, { sendAt: '2099-03-11T15:00' })
      world.ctx(1).company.sqlite.run("UPDATE schedule SET status = 'ENVIADA' WHERE id = ?", [sent])
      const bruno = await open(world, world.bruno)
      const ana = await open(world, world.ana)
      const day = (date: string, { page } = bruno) =>
        page.locator('td', { has: page.locator(`#calendar-2099-03-${date}`) })
      const message = (time: string) => bruno.page.getByRole('listitem').filter({ hasText: time })
      const planned = (id: number) => getSchedule(world.ctx(1), id).sendAt.toISOString()
      await message('09:30').dragTo(day('18'))
      await toast(bruno.page, 'Mensagem para Dona Maria movida para 18/03/2099 09:30')
      // A notice that is pointed at stays.
      await bruno.page.getByRole('button', { name: 'Desfazer' }).hover()
      for (const shown of [bruno, ana]) await day('18', shown).getByText('09:30').waitFor()
      expect(planned(own)).toBe('2099-03-18T12:30:00.000Z')
      await bruno.page.getByRole('button', { name: 'Desfazer' }).click()
      await toast(bruno.page, 'Mensagem de volta ao seu dia')
      await day('10', ana).getByText('09:30').waitFor()
      expect(planned(own)).toBe('2099-03-10T12:30:00.000Z')

      for (const time of ['11:00', '15:00']) expect(await message(time).getAttribute('draggable')).toBe(null)
      await message('08:00').dragTo(day('20'))
      await toast(bruno.page, 'Mensagem para Dona Maria movida para 20/03/2099 08:00')
      await day('20').getByText('08:00').waitFor()
      expect(planned(recurring)).toBe('2099-03-20T11:00:00.000Z')
      expect([...bruno.complaints, ...ana.complaints]).toEqual([])
      await bruno.close()
      await ana.close()
    }),
  browserTestMs,
)

test(
  'has no accessibility violations',
  () =>
    withWorld(async (world) => {
      for (const status of ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const) {
        const id = plan(world, world.bruno)
        world.ctx(1).company.sqlite.run('UPDATE schedule SET status = ? WHERE id = ?', [status, id])
      }
      expect(world.ctx(1).db.select().from(scheduleTable).all()).toHaveLength(4)
      const { page, close } = await open(world, world.bruno)
      await expectNoBarriers(page)
      await page.getByRole('button', { name: /^terça-feira, 10 de março/ }).click()
      await page.getByRole('dialog').getByText('4 agendamentos').waitFor()
      await expectNoBarriers(page)
      await page.keyboard.press('Escape')
      await expectFitsPhone(page)
      await close()
    }),
  browserTestMs,
)
