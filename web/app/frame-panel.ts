export interface FramePanelProps {
  close: () => void
}
