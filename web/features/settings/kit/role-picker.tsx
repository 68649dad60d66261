interface RolePickerProps<Role extends string> {
  label: string
  role: Role
  roles: readonly Role[]
  names: Record<Role, string>
  onChange: (role: Role) => void
}

/** Select of a role in a row, whose label is hidden. */
export const RolePicker = <Role extends string>({ label, role, roles, names, onChange }: RolePickerProps<Role>) => (
  <select
    class="input"
    aria-label={label}
    value={role}
    onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}
  >
    {roles.map((one) => (
      <option key={one} value={one}>
        {names[one]}
      </option>
    ))}
  </select>
)
