#!/bin/sh
# Follows an organization's events:  SVC=… TOKEN=… ORG=… sh follow-events.sh
file=${CURSOR_FILE:-events.cursor}
while :; do
  last=$(cat "$file" 2>/dev/null)
  curl -sN "$SVC/v1/events?org_id=$ORG" -H "Authorization: Bearer $TOKEN" \
    -H 'Accept: text/event-stream' ${last:+-H "Last-Event-ID: $last"} |
    while IFS= read -r line; do
      case $line in
        'id: '*) id=${line#id: } ;;
        'event: '*) event=${line#event: } ;;
        'data: '*) data=${line#data: } ;;
        '') case $event in
          '' | checkpoint | end) ;;
          *) printf '%s\n' "$data" ;; # Process the event here: it is repeated if this is interrupted.
          esac
          # The rename keeps either cursor if the process is killed.
          [ -n "$id" ] && printf '%s' "$id" >"$file.new" && mv "$file.new" "$file"
          id='' event='' ;;
        *:problem:cursor-expired*) rm -f "$file" && echo 'cursor expired: read your data again' >&2 ;;
      esac
    done
  sleep 1
done
