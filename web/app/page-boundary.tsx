import { Component, type ReactNode } from 'react'
import { ProblemPage } from './problem-page'

interface State {
  failed: boolean
}

/** Keeps the frame when a page fails to render. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ProblemPage problem={{ kind: 'failure', code: 'ERR_PAGE' }} /> : this.props.children
  }
}
