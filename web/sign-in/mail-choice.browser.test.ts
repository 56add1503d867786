import { expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers, sidewaysScroll } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'

const { open, withWorld } = createScreenWindows('/login')

test(
  'the reader of a recurring mail leaves it without signing in, by keyboard, takes that back, and admins see who left',
  () =>
    withWorld(
      async (world) => {
        const ana = await world.as(world.ana)
        expect((await ana.put('/settings/weeklyReport', { value: 'enabled' })).status).toBe(200)
        const mailing = world.platform.ports.mailing()
        const linkTo = (userId: number, language: 'pt' | 'en' | 'es') => {
          const link = new URL(mailing?.leaveLink({ companyId: 1, userId, kind: 'weeklyReportMail' }, language) ?? '')
          return link.pathname + link.search
        }
        const { page, complaints, go, close } = await open(world, undefined, {
          path: linkTo(2, 'en'),
          viewport: { width: 390, height: 844 },
        })
        await page.getByText('Stop getting the weekly report of the team of Acme by email?').waitFor()
        await expectNoBarriers(page)
        expect(await sidewaysScroll(page)).toBe(0)
        await page.getByRole('button', { name: 'Stop getting it' }).press('Enter')
        await page.getByRole('heading', { name: 'You no longer get this email' }).waitFor()
        await expectNoBarriers(page)
        await page.getByRole('button', { name: 'Get it again' }).press('Enter')
        await page.getByRole('button', { name: 'Stop getting it' }).press('Enter')
        await page.getByRole('heading', { name: 'You no longer get this email' }).waitFor()
        await go(linkTo(2, 'es').replace('weekly', 'Weekly'))
        await page.getByRole('heading', { name: 'Este enlace no es válido' }).waitFor()
        expect(complaints).toEqual([])
        await close()

        const admin = await open(world, world.ana, { path: '/settings' })
        await admin.page.getByText(`Não recebem, por escolha própria: ${world.bruno.name}`).waitFor()
        await admin.close()
      },
      { environment: { SMTP_URL: 'smtp://localhost:9', MAIL_FROM: 'recado@host.test' } },
    ),
  browserTestMs,
)
