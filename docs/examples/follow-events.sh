#!/bin/sh
# Follows an organization's events:  SVC=… TOKEN=… ORG=… sh follow-events.sh
at=${CURSOR_FILE:-events.cursor}
while :; do
  last=$(cat "$at" 2>/dev/null)
  curl -sN "$SVC/v1/events?org_id=$ORG" -H "Authorization: Bearer $TOKEN" \
    -H 'Accept: text/event-stream' ${last:+-H "Last-Event-ID: $last"} |
    while IFS= read -r line; do
      case $line in
        'id: '*) id=${line#id: } ;;
        'event: '*) event=${line#event: } ;;
        'data: '*) data=${line#data: } ;;
        '') case $event in
          '' | checkpoint | end) ;;
          *) printf '%s\n' "$data" ;; # Do your work here: it is done again if it did not end.
          esac
          # Killed at any time, it has one place or the other.
          [ -n "$id" ] && printf '%s' "$id" >"$at.new" && mv "$at.new" "$at"
          id='' event='' ;;
        *:problem:cursor-expired*) rm -f "$at" && echo 'too long away: read anew what you keep' >&2 ;;
      esac
    done
  sleep 1
done
