import { expect, test } from 'bun:test'
import { browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { dot } from '../../src/testing/media/dot'
import { addFlow, card } from '../../src/testing/browser/flow-windows'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'

const { open, dialog, field, row, save, toast, withWorld } = createScreenWindows('/flowbuilders')

test(
  'adds, renames, schedules, copies, switches and deletes flows in the list',
  () =>
    withWorld(async (world) => {
      const { page, complaints } = await open(world, world.ana, { expected: [/status of 400/, /^400 /] })
      await page.getByRole('button', { name: 'Adicionar Fluxo' }).first().click()
      await save(page)
      await dialog(page).getByText('Digite um nome!').waitFor()
      await field(page, 'Nome').fill('V')
      await dialog(page).getByText('Muito curto!').waitFor()
      await field(page, 'Nome').fill('Vendas')
      await save(page)
      await page.waitForURL(/\/flowbuilder\/\d+$/)
      await page.getByRole('heading', { level: 1, name: 'Vendas' }).waitFor()
      await page.getByText('Desenhe seu fluxo').waitFor()
      await card(page, 'Nada inicia este fluxo').focus()
      await page.keyboard.press('Enter')
      await dialog(page).getByText('À mão', { exact: false }).waitFor()
      await page.keyboard.press('Control+Enter')
      await dialog(page).getByText('Obrigatório').waitFor()
      await field(page, 'Frases').fill('quero comprar')
      await page.keyboard.press('Control+Enter')
      await toast(page, 'Gatilho adicionado com sucesso')
      await card(page, 'Frase “quero comprar”').waitFor()
      await page.getByRole('link', { name: 'Voltar aos fluxos' }).click()
      await row(page, 'Vendas').getByText('Frase “quero comprar”').waitFor()

      const act = async (name: string, action: string) => {
        await row(page, name).getByRole('button', { name: 'Mais ações' }).click()
        await page.getByRole('menuitem', { name: action }).click()
      }
      await act('Vendas', 'Editar nome')
      await field(page, 'Nome').fill('Vendas e trocas')
      await save(page)
      await row(page, 'Vendas e trocas').waitFor()

      await act('Vendas e trocas', 'Definir horário')
      await field(page, 'Início').pressSequentially('25:00')
      await field(page, 'Fim').pressSequentially('0600')
      await save(page)
      await dialog(page).getByText('Digite o horário corretamente.').waitFor()
      expect(await field(page, 'Início').inputValue()).toBe('25:00')
      await field(page, 'Início').fill('')
      await field(page, 'Início').pressSequentially('22:00')
      expect(await field(page, 'Início').inputValue()).toBe('22:00')
      await page.evaluate(() => {
        const input = document.activeElement as HTMLInputElement
        input.setSelectionRange(1, 2)
      })
      await page.keyboard.type('1')
      expect(await field(page, 'Início').inputValue()).toBe('21:00')
      // Enter saves what was typed before the field is left.
      await field(page, 'Fim').fill('6:3')
      await field(page, 'Fim').press('Enter')
      await toast(page, 'Agendamento com sucesso.')
      await row(page, 'Vendas e trocas').getByText('21:00 – 06:03').waitFor()

      await act('Vendas e trocas', 'Duplicar')
      await toast(page, 'Fluxo duplicado com sucesso')
      const copy = row(page, 'Vendas e trocas - cópia')
      await copy.getByText('Nada inicia este fluxo').waitFor()
      await copy.getByRole('switch').click()
      await copy.getByText('Desativado').waitFor()
      await act('Vendas e trocas - cópia', 'Excluir')
      const question = page.getByRole('alertdialog')
      await question.getByText('Todas as integrações relacionadas serão perdidas.').waitFor()
      await question.getByRole('button', { name: 'Excluir' }).click()
      await toast(page, 'Fluxo excluído com sucesso')
      await copy.waitFor({ state: 'detached' })
      await act('Vendas e trocas', 'Excluir')
      await question.getByText('Hoje ele começa por: Frase “quero comprar”.', { exact: false }).waitFor()
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)

test(
  'imports a flow of a similar system with its pictures, and names what is missing',
  () =>
    withWorld(async (world) => {
      const { page, complaints } = await open(world, world.ana, { expected: [/status of 400/, /^400 /] })
      const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 300, y: 0 }, data })
      const line = (source: string, target: string) => ({ source, target, sourceHandle: 'a', id: `${source}${target}` })
      const stored = (name: string, fileContent: string) => {
        return { originalName: name, url: `uploads/${name}`, fileContent, mimeType: 'image/png' }
      }
      const exported = {
        name: 'Promoção',
        flow: {
          nodes: [
            node('1', 'start', { label: 'Inicio do fluxo' }),
            node('a', 'img', { url: 'uploads/uma.png' }),
            node('b', 'ticket', { queue: { id: 99, name: 'Financeiro' }, user: '' }),
          ],
          connections: [line('1', 'a'), line('a', 'b')],
        },
        files: [stored('uma.png', dot.toString('base64')), stored('ruim.png', 'AQID')],
      }
      addFlow(world, undefined, 'Vazio')
      await page.reload()
      await whenUsable(page)
      await row(page, 'Vazio').getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Importar' }).click()
      const file = { name: 'promocao_export.json', mimeType: 'application/json' }
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(exported)) })
      await toast(page, 'Importado com sucesso!')
      await dialog(page).getByRole('listitem').filter({ hasText: 'Fila: Financeiro' }).waitFor()
      expect(await dialog(page).getByRole('listitem').count()).toBe(1)
      await dialog(page).getByRole('button', { name: 'Abrir fluxo' }).click()
      const picture = page.locator('.react-flow__node img')
      await picture.waitFor()
      await page.waitForFunction(
        () => (document.querySelector('.react-flow__node img') as HTMLImageElement).naturalWidth > 0,
      )
      expect(complaints).toEqual([])
    }),
  browserTestMs,
)
