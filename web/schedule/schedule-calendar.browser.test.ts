import { expect, test } from 'bun:test'
import { createSchedule } from '../../src/schedule/save-schedule'
import { ScheduleBody } from '../../src/schedule/schedule.contract'
import { scheduleTable } from '../../src/schedule/schedule.tables'
import { browserTestMs, expectFitsPhone, expectNoBarriers, findBarriers } from '../../src/testing/browser'
import type { Person } from '../../src/testing/people'
import { createScreenWindows, row, toast, withWorld } from '../../src/testing/screen-windows'
import type { ServedWorld } from '../../src/testing/served-world'
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
  'has no accessibility violations',
  () =>
    withWorld(async (world) => {
      for (const status of ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const) {
        const id = plan(world, world.bruno)
        world.ctx(1).company.sqlite.run('UPDATE schedule SET status = ? WHERE id = ?', [status, id])
      }
      expect(world.ctx(1).db.select().from(scheduleTable).all()).toHaveLength(4)
      const { page, close } = await open(world, world.bruno)
      await expectNoBarriers(page, async () => {
        await page.getByRole('button', { name: /^terça-feira, 10 de março/ }).click()
        await page.getByRole('dialog').getByText('4 agendamentos').waitFor()
        expect(await findBarriers(page)).toEqual([])
        await page.keyboard.press('Escape')
      })
      await expectFitsPhone(page)
      await close()
    }),
  browserTestMs,
)
