import { CircleSlash2, Compass, RotateCw, ShieldAlert } from '../ui/icons'
import { useEffect } from 'react'
import { useApp } from './app-context'
import { homePath } from './home-path'
import { useErrorText, useTexts } from '../i18n/i18n'
import { links } from './links'
import { Button } from '../ui/button/button'
import { ButtonLink } from '../ui/display/link'
import { usePageTitle } from '../page/page-context'
import type { Problem } from '../page/resolve-page'

/** How long the reason is shown before the user is redirected. */
const redirectMs = 1000

/** Codes without a meaning for the user. */
const unknownCodes = ['ERR_PAGE', 'ERR_INTERNAL']

export function ProblemPage({ problem }: { problem: Problem }) {
  const { title, text, code, icon, action } = useProblem(problem)
  usePageTitle(title)
  return (
    <section className="problem-page" data-kind={problem.kind}>
      <span className="problem-page-icon">{icon}</span>
      <h1>{title}</h1>
      <p>{text}</p>
      {code && <p className="problem-page-code">{code}</p>}
      {action}
    </section>
  )
}

/** Redirects from screens outside of the plan and of the platform; the toast with the reason outlasts the page. */
function useRedirect(problem: Problem, home: string) {
  const errorText = useErrorText()
  const { planText } = useTexts().frame.problems
  const { navigation, ui } = useApp()
  const reason = problem.kind === 'forbidden' ? problem.reason : 'role'
  useEffect(() => {
    if (reason === 'role') return
    ui.toast.error(reason === 'plan' ? planText : errorText('ERR_NO_PERMISSION'))
    const timer = setTimeout(() => void navigation.go(home, { replace: true }), redirectMs)
    return () => clearTimeout(timer)
  }, [reason, navigation, ui, errorText, planText, home])
}

function useProblem(problem: Problem) {
  const texts = useTexts()
  const t = texts.frame.problems
  const { navigation, session } = useApp()
  const user = session.user.peek()
  const errorText = useErrorText()
  const home = user ? homePath(user) : links.login()
  const plan = problem.kind === 'forbidden' && problem.reason === 'plan'
  useRedirect(problem, home)

  if (problem.kind === 'not-found') {
    const action = (
      <ButtonLink variant="primary" href={home}>
        {t.toStart}
      </ButtonLink>
    )
    return { title: t.notFoundTitle, text: t.notFoundText, icon: <Compass />, action }
  }
  if (problem.kind === 'forbidden') {
    const action = (
      <ButtonLink variant="primary" href={links.tickets()}>
        {t.toTickets}
      </ButtonLink>
    )
    if (plan) return { title: t.planTitle, text: t.planText, icon: <CircleSlash2 />, action }
    return { title: t.forbiddenTitle, text: t.forbiddenText, icon: <ShieldAlert />, action }
  }
  const action = (
    <Button
      variant="primary"
      icon={RotateCw}
      // The server may have failed to determine who is signed in.
      onClick={() => (user ? void navigation.reload() : location.reload())}
    >
      {t.retry}
    </Button>
  )
  return {
    title: problem.loads
      ? { records: texts.ui.listFailed, agents: texts.ui.agentsFailed }[problem.loads]
      : t.failureTitle,
    text: unknownCodes.includes(problem.code) ? t.failureText : errorText(problem.code),
    code: t.failureCode(problem.code),
    icon: <CircleSlash2 />,
    action,
  }
}
