/** A panel that opens from the top bar. `close` shuts it, for a panel that leads somewhere else. */
export interface FramePanelProps {
  close: () => void
}
