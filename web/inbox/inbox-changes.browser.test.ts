import { expect, test } from 'bun:test'
import { boxAtRest, browserTestMs } from '../../src/testing/browser/browser'
import { setSetting } from '../../src/testing/conversation/conversation'
import { createInboxWindows } from '../../src/testing/browser/inbox-windows'

const { open, openTickets, row, shows, tab, world, write } = createInboxWindows()

test(
  'shows a message to the members of the queue, and assigns the ticket to the first who accepts',
  async () => {
    const [bruno, carla] = await Promise.all([open(world().bruno), open(world().carla)])
    await Promise.all([shows(bruno, 'Aguardando', 0), shows(carla, 'Aguardando', 0)])
    await Promise.all([tab(bruno, 'Aguardando').click(), tab(carla, 'Aguardando').click()])
    await bruno.getByText('Ninguém aguardando').waitFor()

    write('Dona Clara', 'Vocês entregam hoje?')
    await Promise.all([row(bruno, 'Dona Clara').waitFor(), row(carla, 'Dona Clara').waitFor()])
    await Promise.all([shows(bruno, 'Aguardando', 1), shows(carla, 'Aguardando', 1)])
    await row(bruno, 'Dona Clara').getByText('Vocês entregam hoje?').waitFor()

    // A look without accepting leaves it unread, and the others know of it.
    await row(carla, 'Dona Clara').getByRole('link').click()
    await row(bruno, 'Dona Clara').getByText('visto por Carla').waitFor()
    for (const page of [bruno, carla]) await row(page, 'Dona Clara').getByText('1 mensagem não lida').waitFor()
    expect(await row(carla, 'Dona Clara').getByText('visto por').count()).toBe(0)

    await row(bruno, 'Dona Clara').hover()
    await row(bruno, 'Dona Clara').getByRole('button', { name: 'Aceitar' }).click()
    await bruno.waitForURL(/\/tickets\/[\w-]{36}(\?|$)/)
    await Promise.all([shows(bruno, 'Atendendo', 1), shows(bruno, 'Aguardando', 0)])
    // The list stays where it is.
    expect(await tab(bruno, 'Aguardando').getAttribute('aria-selected')).toBe('true')
    await row(bruno, 'Dona Clara').waitFor({ state: 'detached' })
    await tab(bruno, 'Atendendo').click()
    await row(bruno, 'Dona Clara').waitFor()
    await row(bruno, 'Dona Clara').getByText('1 mensagem não lida').waitFor({ state: 'detached' })
    await row(carla, 'Dona Clara').waitFor({ state: 'detached' })
    await shows(carla, 'Aguardando', 0)
    await shows(carla, 'Atendendo', 0)
  },
  browserTestMs,
)

test(
  'names the owner to a user who accepts too late',
  async () => {
    const page = await open(world().carla)
    await tab(page, 'Aguardando').click()
    write('Seu Antônio', 'Bom dia')
    await row(page, 'Seu Antônio').waitFor()
    // Holds the live event back from this window while the colleague accepts.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/tickets/1', async (call) => {
      const bruno = await world().as(world().bruno)
      await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
      await held
      await call.continue()
    })
    await row(page, 'Seu Antônio').hover()
    await row(page, 'Seu Antônio').getByRole('button', { name: 'Aceitar' }).click()
    release()
    const notice = page.getByRole('dialog', { name: 'Atendimento já em andamento' })
    await notice.getByText('Bruno Lima').waitFor()
    await notice.getByText('Vendas').waitFor()
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/tickets')
  },
  browserTestMs,
)

test(
  'opens a ticket for a new contact, and names the owner of one already assigned',
  async () => {
    const page = await open(world().bruno)
    await page.getByRole('button', { name: 'Novo atendimento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
    await dialog.getByLabel('Contato').fill('Olívia Teles')
    await dialog.getByRole('button', { name: 'Criar “Olívia Teles”' }).click()
    const contact = page.getByRole('dialog', { name: 'Novo contato' })
    await contact.getByLabel('Número').fill('55 11 97000-1234')
    await contact.getByRole('button', { name: 'Salvar contato' }).click()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await page.waitForURL(/\/tickets\/[\w-]{36}(\?|$)/)
    await row(page, 'Olívia Teles').waitFor()

    const carla = await open(world().carla, { expected: [/409/] })
    await carla.getByRole('button', { name: 'Novo atendimento' }).click()
    const again = carla.getByRole('dialog', { name: 'Novo atendimento' })
    await again.getByLabel('Contato').fill('Olívia')
    await again.getByRole('option', { name: /Olívia Teles/ }).click()
    await again.getByRole('button', { name: 'Iniciar atendimento' }).click()
    await again.getByText('Selecione uma fila').last().waitFor()
    await again.getByLabel('Fila').click()
    await again.getByRole('option', { name: 'Vendas' }).click()
    await again.getByRole('button', { name: 'Iniciar atendimento' }).click()
    const notice = carla.getByRole('dialog', { name: 'Atendimento já em andamento' })
    await notice.getByText('Bruno Lima').waitFor()
    // A ticket that the user cannot see cannot be opened from there.
    expect(await notice.getByRole('link', { name: 'Abrir atendimento' }).count()).toBe(0)
    await carla.keyboard.press('Escape')
  },
  browserTestMs,
)

test(
  'leads to the existing ticket for a contact who waits already',
  async () => {
    write('Dona Clara', 'Bom dia')
    const page = await open(world().bruno, { expected: [/409/] })
    await page.getByRole('button', { name: 'Novo atendimento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
    await dialog.getByLabel('Contato').fill('Dona Clara')
    await dialog.getByRole('option', { name: /Dona Clara/ }).click()
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
    const notice = page.getByRole('dialog', { name: 'Atendimento já em andamento' })
    await notice.getByText('Este contato já está aguardando atendimento.').waitFor()
    await notice.getByText('Vendas').waitFor()
    await notice.getByRole('link', { name: 'Abrir atendimento' }).click()
    await page.waitForURL(/\/tickets\/[\w-]{36}/)
    await page.getByRole('region', { name: 'Conversa' }).getByText('Bom dia').waitFor()
    expect(await notice.count()).toBe(0)
  },
  browserTestMs,
)

test(
  'marks a ticket that awaits a rating among the closed ones, and lets it be reopened',
  async () => {
    write('Dona Clara', 'Obrigada!')
    setSetting(world(), 'userRating', 'enabled')
    world().ctx(1).company.sqlite.run("UPDATE connection SET rating_message = 'De 1 a 5?'")
    const bruno = await world().as(world().bruno)
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    const page = await open(world().bruno)
    const resolve = async () => {
      await row(page, 'Dona Clara').hover()
      await row(page, 'Dona Clara').getByRole('button', { name: 'Resolver' }).click()
      await shows(page, 'Atendendo', 0)
    }
    await resolve()
    // A notice covers no row.
    const notice = await boxAtRest(page.locator('.toast'))
    expect(notice.y + notice.height).toBeLessThanOrEqual(48)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await shows(page, 'Atendendo', 1)
    await resolve()
    await tab(page, 'Resolvidos').click()
    await row(page, 'Dona Clara').getByRole('img', { name: 'Aguardando avaliação' }).waitFor()
    await row(page, 'Dona Clara').hover()
    await row(page, 'Dona Clara').getByRole('button', { name: 'Reabrir' }).click()
    await page.waitForURL(/\/tickets\/[\w-]{36}(\?|$)/)
    await row(page, 'Dona Clara').waitFor({ state: 'detached' })
    expect(await tab(page, 'Resolvidos').getAttribute('aria-selected')).toBe('true')
  },
  browserTestMs,
)

test(
  'closes all tickets of a tab for an admin after confirmation',
  async () => {
    write('Um', 'oi')
    write('Outro', 'oi')
    const page = await open(world().ana)
    await tab(page, 'Aguardando').click()
    await shows(page, 'Aguardando', 2)
    await row(page, 'Outro').hover()
    await row(page, 'Outro').getByRole('button', { name: 'Ignorar' }).click()
    await shows(page, 'Aguardando', 1)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await shows(page, 'Aguardando', 2)
    const closeAll = async () => {
      await page.getByRole('button', { name: 'Mais opções da lista' }).click()
      await page.getByRole('menuitem', { name: 'Resolver todos' }).click()
      await page.getByRole('alertdialog', { name: 'Resolver 2 atendimentos da aba Aguardando?' }).waitFor()
    }
    await closeAll()
    await page.getByRole('button', { name: 'Não' }).click()
    await shows(page, 'Aguardando', 2)
    await closeAll()
    const answer = page.waitForResponse('**/tickets/closeAll')
    await page.getByRole('button', { name: 'Sim' }).click()
    await answer
    // A slow machine closes one at once and leaves the other to a job.
    await world().runJobs(1)
    await shows(page, 'Aguardando', 0)
    await page.getByText('Ninguém aguardando').waitFor()
    await tab(page, 'Resolvidos').click()
    await row(page, 'Outro').waitFor()
  },
  browserTestMs,
)

test(
  'keeps the scroll position when a row moves to the top',
  async () => {
    for (let customer = 1; customer <= 60; customer++) write(`Cliente ${customer}.`, 'Oi')
    const page = await open(world().bruno)
    await tab(page, 'Aguardando').click()
    await shows(page, 'Aguardando', 60)
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Atendimentos 60 atendimentos aguardando' }).waitFor()
    await page.getByRole('button', { name: 'Maior espera primeiro' }).click()
    await row(page, 'Cliente 60.').waitFor()
    const list = page.locator('.virtual-list')
    await list.hover()
    await page.mouse.wheel(0, 1400)
    await row(page, 'Cliente 40.').waitFor()
    const read = row(page, 'Cliente 40.')
    await page.waitForFunction(() => (document.querySelector('.virtual-list')?.scrollTop ?? 0) === 1400)
    const before = await read.boundingBox()
    write('Cliente 2.', 'Subiu')
    write('Cliente Novo', 'Chegou')
    await shows(page, 'Aguardando', 61)
    await page.waitForFunction(() => (document.querySelector('.virtual-list')?.scrollTop ?? 0) > 1400)
    expect((await read.boundingBox())?.y).toBe(before?.y)
    // The list renders only the rows near the visible part.
    expect(await page.getByRole('article').count()).toBeLessThan(30)
    await page.mouse.wheel(0, 9000)
    await page.locator('[aria-setsize="61"]').first().waitFor()
    await page.mouse.wheel(0, 9000)
    await row(page, 'Cliente 1.').waitFor()

    // On other screens, too; and who is in no queue learns why nobody waits.
    await menu.getByRole('link', { name: 'Contatos' }).click()
    write('Mais Um', 'Oi')
    await menu.getByRole('link', { name: 'Atendimentos 62 atendimentos aguardando' }).click()
    await (await world().as(world().ana)).put('/users/2', { queueIds: [] })
    await tab(page, 'Aguardando').click()
    await page.getByText('Você ainda não participa de nenhuma fila.').waitFor()
  },
  browserTestMs,
)

test(
  'leads an admin without queues to create the first one',
  async () => {
    world().ctx(1).company.sqlite.run('DELETE FROM queue')
    const page = await open(world().ana)
    write('Dona Clara', 'Bom dia', null)
    await tab(page, 'Aguardando').click()
    // It moves the rows down.
    await page.locator('.inbox-next').waitFor()
    await row(page, 'Dona Clara').hover()
    await row(page, 'Dona Clara').getByRole('button', { name: 'Aceitar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Aceitar atendimento' })
    await dialog.getByText('Ainda não há filas. Crie a primeira para atender.').waitFor()
    await dialog.getByRole('link', { name: 'Adicionar fila' }).click()
    await page.waitForURL('**/queues')
    await page.getByText('Nenhuma fila ainda').waitFor()
  },
  browserTestMs,
)

test(
  'sets the priority of a focused row by its key, which the help names',
  async () => {
    const bruno = await openTickets()
    await row(bruno, 'Clara Dias').getByRole('link').focus()
    await bruno.keyboard.press('?')
    const help = bruno.getByRole('dialog', { name: 'Atalhos do teclado' })
    await help.getByText('Alterar prioridade: Clara Dias').waitFor()
    await bruno.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await row(bruno, 'Clara Dias').getByRole('link').focus()
    await bruno.keyboard.press('a')
    await bruno.keyboard.press('o')
    const question = bruno.getByRole('dialog', { name: 'Prioridade do atendimento' })
    await question.getByText('Alta').click()
    await row(bruno, 'Clara Dias').getByRole('img', { name: 'Prioridade: Alta' }).waitFor()
    expect(await row(bruno, 'Bento Rosa').locator('.priority-mark').count()).toBe(0)
    await question.waitFor({ state: 'detached' })
    await row(bruno, 'Clara Dias').hover()
    expect(
      await row(bruno, 'Clara Dias')
        .getByRole('button', { name: /^Prioridade/ })
        .count(),
    ).toBe(0)
  },
  browserTestMs,
)
