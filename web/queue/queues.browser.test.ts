import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from '@playwright/test'
import { browserTestMs, findBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows, refusedEntry } from '../../src/testing/browser/screen-windows'
import { setSetting } from '../../src/testing/conversation/conversation'
import { listQueues } from '../../src/queue/queue.queries'
import { addTicket } from '../../src/testing/conversation/tickets'
import { findTicketRow } from '../../src/ticket/ticket.queries'
import { ticketTable } from '../../src/ticket/ticket.tables'

const { open, dialog, refusedFields, row, save, toast, withWorld } = createScreenWindows('/queues')
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })

test(
  'an admin adds and edits queues; a taken name is reported at its field, and colleagues see changes at once',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana, { expected: refusedFields })
      const sofia = await open(world, world.sofia)
      const { page } = ana
      await page.getByRole('button', { name: 'Adicionar fila' }).click()
      await save(page)
      await dialog(page).getByText('Obrigatório').waitFor()
      await field(page, 'Nome').fill('Vendas')
      await field(page, 'Cor').fill('#a61e4d')
      await save(page)
      await dialog(page).getByText('Esta cor já está em uso').waitFor()
      await field(page, 'Cor').fill('#12')
      await field(page, 'Nome').focus()
      await dialog(page).getByText('Cor inválida').waitFor()
      await field(page, 'Cor').fill('#30a46c')
      await save(page)
      await dialog(page).getByText('Este nome já está em uso').waitFor()
      await field(page, 'Nome').fill('Pós-venda')
      await field(page, 'Mensagem de saudação').fill('Olá {{firstName}}!')
      await save(page)
      await toast(page, 'Fila criada com sucesso')
      for (const shown of [page, sofia.page]) await row(shown, 'Pós-venda.*3.*#30A46C.*1.*Olá').waitFor()

      await page.getByRole('button', { name: 'Pós-venda' }).click()
      await dialog(page).getByRole('spinbutton', { name: 'Ordenação' }).fill('0')
      await field(page, 'Nome').fill('Acompanhamento')
      await field(page, 'Nome').press('Control+Enter')
      await toast(page, 'Fila salva com sucesso')
      await row(sofia.page, 'Acompanhamento').waitFor()
      expect(listQueues(world.ctx(1)).map(({ name, orderQueue }) => [name, orderQueue])).toEqual([
        ['Vendas', 0],
        ['Suporte', 0],
        ['Acompanhamento', 0],
      ])
      expect([...ana.complaints, ...sofia.complaints]).toEqual([])
      await ana.close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'sets closing, routing, notification and own hours of a queue, as far as the company allows',
  () =>
    withWorld(async (world) => {
      setSetting(world, 'scheduleType', 'queue')
      setSetting(world, 'sendNotificationWAUser', 'enabled')
      const { page, complaints, close } = await open(world, world.ana)
      const edit = () => row(page, 'Vendas').getByRole('button', { name: 'Editar' }).click()
      await edit()
      await field(page, 'Nome').fill('Vendas e trocas')
      await save(page)
      await toast(page, 'Fila salva com sucesso')
      expect(listQueues(world.ctx(1))[0]).toMatchObject({ name: 'Vendas e trocas', tempoRoteador: 0, schedules: [] })
      await row(page, 'Vendas').getByText('Sem horário: sempre aberta').waitFor()
      await edit()
      const turn = (name: string) => dialog(page).getByRole('switch', { name }).click()
      const tab = (name: string) => dialog(page).getByRole('tab', { name }).click()
      await tab('Distribuição')
      await dialog(page).getByRole('combobox', { name: 'Quem atende' }).click()
      await page.getByRole('option', { name: 'Em rodízio' }).click()
      await dialog(page).getByRole('spinbutton', { name: 'Limite por atendente' }).fill('4')
      await turn('Passar ao próximo se não aceitar')
      await dialog(page).getByRole('spinbutton', { name: 'Passar ao próximo após' }).fill('5')
      expect(await findBarriers(page)).toEqual([])
      await tab('Dados da fila')
      await turn('Avisar no WhatsApp dos atendentes')
      await dialog(page).getByRole('tab', { name: 'Horários' }).click()
      await dialog(page).getByText('Sem horário: sempre aberto').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await dialog(page).getByRole('button', { name: 'Usar o horário sugerido' }).press('Enter')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('[role=group]')?.ariaLabel)).toBe(
        'Segunda-feira',
      )
      expect(await findBarriers(page)).toEqual([])
      await dialog(page).getByRole('textbox', { name: 'Mensagem fora do expediente' }).fill('Vendas abre às 9h')
      await dialog(page).getByRole('textbox', { name: 'Segunda-feira, início do 1º turno' }).fill('9:00')
      await dialog(page).getByRole('button', { name: 'Copiar segunda-feira para todos os dias' }).click()
      await save(page)
      await dialog(page).getByText('Obrigatório').waitFor()
      await dialog(page).getByRole('textbox', { name: 'Mensagem do aviso' }).fill('{{name}} chegou')
      expect(await findBarriers(page)).toEqual([])
      await save(page)
      await toast(page, 'Fila salva com sucesso')
      const vendas = listQueues(world.ctx(1))[0]
      expect(vendas).toMatchObject({
        assignmentMode: 'inTurn',
        ticketsPerAgent: 4,
        ativarRoteador: true,
        tempoRoteador: 5,
        messageNotification: '{{name}} chegou',
        createTicketSendNotificationWAUser: true,
        outOfHoursMessage: 'Vendas abre às 9h',
      })
      expect(vendas?.schedules.map(({ startTimeA }) => startTimeA)).toEqual(Array(7).fill('09:00'))
      await row(page, 'Vendas').getByText('Sem horário').waitFor({ state: 'detached' })
      await edit()
      await dialog(page).getByRole('tab', { name: 'Horários' }).click()
      await dialog(page).getByRole('button', { name: 'Remover horários' }).click()
      await save(page)
      await row(page, 'Vendas').getByText('Sem horário').waitFor()
      expect(listQueues(world.ctx(1)).map(({ schedules }) => schedules)).toEqual([[], []])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'deleting a queue names how many tickets lose it',
  () =>
    withWorld(async (world) => {
      const answer = await (await world.as(world.ana)).post('/tickets', { contactId: 1, queueId: 1, status: 'open' })
      expect(answer.status).toBe(200)
      const { page, complaints, close } = await open(world, world.ana)
      const remove = (name: string) => row(page, name).getByRole('button', { name: 'Excluir' }).click()
      await remove('Suporte')
      await page.getByText(/Nenhum atendimento em andamento está nela/).waitFor()
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await remove('Vendas')
      const question = page.getByRole('alertdialog', { name: 'Excluir a fila “Vendas”?' })
      await question.getByText(/1 atendimento em andamento fica sem fila/).waitFor()
      await question.getByRole('button', { name: 'Excluir fila' }).click()
      await toast(page, 'Fila excluída com sucesso')
      await row(page, 'Vendas').waitFor({ state: 'detached' })
      const ticket = world.ctx(1).db.select().from(ticketTable).where(eq(ticketTable.contactId, 1)).get()
      expect(ticket?.queueId).toBeNull()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'plain users see no queues screen; an empty one invites to add the first',
  () =>
    withWorld(async (world) => {
      const bruno = await open(world, world.bruno, { expected: refusedEntry })
      await bruno.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      expect(await bruno.page.getByRole('link', { name: /Filas/ }).count()).toBe(0)
      world.ctx(1).company.sqlite.run('DELETE FROM queue')
      const ana = await open(world, world.ana)
      await ana.page.getByText('Nenhuma fila ainda').waitFor()
      await ana.page.getByRole('button', { name: 'Adicionar fila' }).last().click()
      expect(await field(ana.page, 'Cor').inputValue()).toMatch(/^#[0-9A-F]{6}$/)
      expect([...bruno.complaints, ...ana.complaints]).toEqual([])
      await bruno.close()
      await ana.close()
    }),
  browserTestMs,
)

test(
  'a queue passes on what an agent who is gone had, and the conversation’s log says why',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana)
      await page.getByRole('button', { name: 'Vendas' }).click()
      await dialog(page).getByRole('tab', { name: 'Distribuição' }).click()
      await dialog(page).getByRole('combobox', { name: 'Quem atende' }).click()
      await page.getByRole('option', { name: 'Em rodízio', exact: true }).click()
      await dialog(page)
        .getByRole('spinbutton', { name: /Passar a outro se a pessoa sumir por/ })
        .fill('2')
      expect(await findBarriers(page)).toEqual([])
      await save(page)
      await toast(page, 'Fila salva com sucesso')
      expect(listQueues(world.ctx(1))[0]).toMatchObject({ assignmentMode: 'inTurn', reassignMinutes: 2 })
      const [gone, bystander] = [
        addTicket(world.ctx(1), { userId: 2, status: 'open' }),
        addTicket(world.ctx(1), { queueId: 2 }),
      ]
      world.ctx(1).company.sqlite.run('UPDATE user SET left_at = 0 WHERE id = 2')
      world.ctx(1).company.sqlite.run(`UPDATE job SET run_at = 0 WHERE kind = 'queue.reassign'`)
      while (findTicketRow(world.ctx(1), gone.id)?.userId === 2) await world.runJobs(1)
      await page.goto(`${world.url}/tickets/${gone.uuid}`)
      await page.getByRole('button', { name: 'Mais ações do atendimento' }).first().click()
      await page.getByRole('menuitem', { name: 'Histórico do atendimento' }).click()
      const log = page.getByRole('dialog', { name: /Histórico do atendimento/ })
      await log.getByText('estava ausente').waitFor()
      expect(findTicketRow(world.ctx(1), bystander.id)).toMatchObject({ status: 'pending', queueId: 2 })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
