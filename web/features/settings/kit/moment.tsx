import { RelativeTime } from '../../../components/relative-time.tsx'

export const Moment = ({ label, at }: { label: string; at: string }) => (
  <>
    {label} <RelativeTime at={at} />
  </>
)
