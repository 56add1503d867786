export interface FramePanelProps {
  close: () => void
  /** What the user typed while the panel loaded. */
  typed?: string
  field?: string | undefined
}
