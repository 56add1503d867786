/** A panel that opens from the top bar. `close` closes it, for a panel that navigates. */
export interface FramePanelProps {
  close: () => void
}
